import { createPointKernel } from '../kernels/create-point-kernel.js';
import { countOf, type OnStep, type PointKernel, type Points } from '../kernels/points.js';
import { checkInput } from './check-input.js';
import type { Clustering, ClusterOptions, SelectionMethod } from './clustering.js';
import { condense } from './condensed-tree.js';
import { labelPoints } from './label-points.js';
import { linkClusters } from './linkage-tree.js';
import { selectClusters } from './select-clusters.js';
import { spanningTree } from './spanning-tree.js';
import { hasLargeCluster, splitLargeClusters } from './split-large-clusters.js';

/**
 * Exact HDBSCAN* with Euclidean distance (for unit vectors the same order as cosine). Deterministic and synchronous, for
 * a worker. Throws a RangeError for invalid input and an AbortError when it is cancelled.
 */
export function cluster(points: Points, options: ClusterOptions): Clustering {
  return clusterWith(createPointKernel, points, options);
}

/** The same with a kernel of the caller's choice. */
export function clusterWith(
  createKernel: (points: Points) => PointKernel,
  points: Points,
  options: ClusterOptions,
): Clustering {
  const { minClusterSize, minSamples, method, allowSingleCluster, splitsLarge } = checkInput(points, options);
  const count = countOf(points);
  if (count < Math.max(minClusterSize, minSamples)) return allNoise(count);
  const edges = spanningTree(createKernel(points), { count, minSamples }, watchWork(options));
  const tree = condense(linkClusters(edges), minClusterSize);
  const labelBy = (by: SelectionMethod) => labelPoints(tree, selectClusters(tree, by, allowSingleCluster));
  const found = labelBy(method);
  return splitsLarge && hasLargeCluster(found) ? splitLargeClusters(found, labelBy('leaf')) : found;
}

function allNoise(count: number): Clustering {
  return {
    labels: new Int32Array(count).fill(-1),
    probabilities: new Float64Array(count),
    stabilities: new Float64Array(0),
  };
}

/** Reports progress at most a hundred times, and throws an AbortError when the work is cancelled. */
function watchWork({ signal, onProgress }: ClusterOptions): OnStep {
  let reported = -1;
  return (done) => {
    if (signal?.aborted === true) {
      throw new DOMException('The clustering was cancelled.', 'AbortError');
    }
    const percent = Math.floor(done * 100);
    if (percent <= reported) return;
    reported = percent;
    onProgress?.(done);
  };
}
