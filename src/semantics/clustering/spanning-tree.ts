import type { OnStep, PointKernel, TreeEdge } from '../kernels/points.js';

/** The edges of a tree over all points, in ascending order of weight. */
export interface TreeEdges {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The minimum spanning tree over mutual reachability: the largest of the distance of two points and their core
 * distances. Two passes over the pairs, none of which is kept.
 */
export function spanningTree(
  kernel: PointKernel,
  { count, minSamples }: { readonly count: number; readonly minSamples: number },
  onStep: OnStep,
): TreeEdges {
  onStep(0);
  const cores = new Float64Array(count);
  const k = minSamples - 1;
  if (k > 0) {
    const { distances } = kernel.findNeighbors(k, (done) => onStep(done / 2));
    for (let point = 0; point < count; point++) cores[point] = distances[point * k + k - 1] as number;
  }
  const edges: TreeEdge[] = [];
  const tree = kernel.growTree(cores);
  for (let next = tree.take(0); next >= 0; next = tree.take(next)) {
    edges.push(tree.edgeTo(next));
    onStep(1 - ((count - edges.length) / count) ** 2 / 2);
  }
  onStep(1);
  return inOrder(edges);
}

/**
 * Mutual reachability causes many ties: a point is equally far from all neighbors that are nearer than its core
 * distance, and the order of the edges decides which cluster it joins. It joins its densest neighbor first, so that the
 * result does not depend on the order of the points.
 */
function inOrder(edges: readonly TreeEdge[]): TreeEdges {
  const sorted = edges.toSorted((a, b) => a.length - b.length || a.end - b.end || a.span - b.span);
  return {
    from: Int32Array.from(sorted, ({ from }) => from),
    to: Int32Array.from(sorted, ({ to }) => to),
    weights: Float64Array.from(sorted, ({ length }) => Math.sqrt(length)),
  };
}
