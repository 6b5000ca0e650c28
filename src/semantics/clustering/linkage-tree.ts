import type { TreeEdges } from './spanning-tree.js';

/** The merges, from the nearest to the farthest. Node n + i is the i-th merge of n points. */
export interface LinkageTree {
  readonly pointCount: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly distances: Float64Array;
  /** How many points each merge holds. */
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
    const one = topOf(parents, from[merge] as number);
    const other = topOf(parents, to[merge] as number);
    left[merge] = one;
    right[merge] = other;
    sizes[merge] = sizeOf(one) + sizeOf(other);
    parents[one] = pointCount + merge;
    parents[other] = pointCount + merge;
  }
  return { pointCount, left, right, distances: weights, sizes };
}

function topOf(parents: Int32Array, node: number): number {
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
