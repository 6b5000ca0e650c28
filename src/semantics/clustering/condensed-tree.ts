import type { TreeEdges } from './spanning-tree.js';

/**
 * The linkage tree, in which small merges are points that fall out of their cluster. Density is one over distance.
 * Cluster 0 contains all points; a cluster comes after the one it splits off from.
 */
export interface CondensedTree {
  readonly pointCount: number;
  /** For each cluster the one it split off from; -1 for the first. */
  readonly parents: readonly number[];
  /** The density at which each cluster split off. */
  readonly births: readonly number[];
  readonly sizes: readonly number[];
  /** For each point the last cluster that it was in, and the density at which it fell out. */
  readonly clusterOfPoint: Int32Array;
  readonly densityOfPoint: Float64Array;
}

export function condense(tree: LinkageTree, minClusterSize: number): CondensedTree {
  const { pointCount, left, right, distances } = tree;
  const parents = [-1];
  const births = [0];
  const sizes = [pointCount];
  const clusterOfPoint = new Int32Array(pointCount);
  const densityOfPoint = new Float64Array(pointCount);
  const sizeOf = (node: number): number => (node < pointCount ? 1 : (tree.sizes[node - pointCount] as number));

  const fallOut = (node: number, cluster: number, density: number): void => {
    for (const point of pointsBelow(tree, node)) {
      clusterOfPoint[point] = cluster;
      densityOfPoint[point] = density;
    }
  };
  const splitOff = (node: number, parent: number, density: number): void => {
    births.push(density);
    sizes.push(sizeOf(node));
    waiting.push({ node, cluster: parents.push(parent) - 1 });
  };

  const waiting = [{ node: pointCount + distances.length - 1, cluster: 0 }];
  for (const { node, cluster } of waiting) {
    const distance = distances[node - pointCount] as number;
    // Points that coincide are infinitely dense. They are never split: a cluster born there would have no lifetime.
    if (distance === 0) {
      fallOut(node, cluster, Number.POSITIVE_INFINITY);
      continue;
    }
    const density = 1 / distance;
    const children = [left[node - pointCount] as number, right[node - pointCount] as number];
    const large = children.filter((child) => sizeOf(child) >= minClusterSize);
    for (const child of children) {
      if (!large.includes(child)) fallOut(child, cluster, density);
      else if (large.length === 2) splitOff(child, cluster, density);
      else waiting.push({ node: child, cluster });
    }
  }
  return { pointCount, parents, births, sizes, clusterOfPoint, densityOfPoint };
}

function pointsBelow({ pointCount, left, right }: LinkageTree, top: number): number[] {
  const points: number[] = [];
  const nodes = [top];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node < pointCount) points.push(node);
    else nodes.push(right[node - pointCount] as number, left[node - pointCount] as number);
  }
  return points;
}

/** The merges, from the nearest to the farthest. Node n + i is the i-th merge of n points. */
interface LinkageTree {
  readonly pointCount: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly distances: Float64Array;
  /** The number of points in each merge. */
  readonly sizes: Int32Array;
}

export function linkClusters({ from, to, weights }: TreeEdges): LinkageTree {
  const merges = weights.length;
  const pointCount = merges + 1;
  const left = new Int32Array(merges);
  const right = new Int32Array(merges);
  const sizes = new Int32Array(merges);
  const parents = new Int32Array(pointCount + merges).fill(-1);
  const sizeOf = (node: number): number => (node < pointCount ? 1 : (sizes[node - pointCount] as number));
  for (let merge = 0; merge < merges; merge++) {
    const one = getTop(parents, from[merge] as number);
    const other = getTop(parents, to[merge] as number);
    left[merge] = one;
    right[merge] = other;
    sizes[merge] = sizeOf(one) + sizeOf(other);
    parents[one] = pointCount + merge;
    parents[other] = pointCount + merge;
  }
  return { pointCount, left, right, distances: weights, sizes };
}

function getTop(parents: Int32Array, node: number): number {
  let top = node;
  while (parents[top] !== -1) top = parents[top] as number;
  // Path compression.
  for (let current = node; current !== top; ) {
    const above = parents[current] as number;
    parents[current] = top;
    current = above;
  }
  return top;
}
