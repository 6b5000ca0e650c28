import { createPointKernel } from '../kernels/create-point-kernel.js';
import { getCount, type OnStep, type PointKernel, type Points } from '../kernels/points.js';
import type { Clustering, ClusterOptions, SelectionMethod } from './clustering.js';
import { type CondensedTree, condense, linkClusters } from './condensed-tree.js';
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
  const count = getCount(points);
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
export function watchWork({ signal, onProgress }: ClusterOptions): OnStep {
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

interface CheckedOptions {
  readonly minClusterSize: number;
  readonly minSamples: number;
  readonly method: SelectionMethod;
  readonly allowSingleCluster: boolean;
  readonly splitsLarge: boolean;
}

/** Throws a RangeError with the wrong value and what is valid. */
function checkInput(points: Points, options: ClusterOptions): CheckedOptions {
  const { minClusterSize, minSamples = minClusterSize, method = 'eom' } = options;
  const { allowSingleCluster = false, splitsLarge = false } = options;
  checkWhole('minClusterSize', minClusterSize, 2);
  checkWhole('minSamples', minSamples, 1);
  if (method !== 'eom' && method !== 'leaf') {
    throw new RangeError(`method is ${String(method)}; it must be "eom" or "leaf"`);
  }
  checkPoints(points);
  return { minClusterSize, minSamples, method, allowSingleCluster, splitsLarge };
}

/** Throws a RangeError with the first number that is not finite. */
export function checkPoints({ data, dimensions }: Points): void {
  checkWhole('dimensions', dimensions, 1);
  if (data.length % dimensions !== 0) {
    throw new RangeError(`${data.length} numbers are not whole points of ${dimensions} dimensions`);
  }
  const wrong = data.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    throw new RangeError(
      `point ${Math.floor(wrong / dimensions)} has ${data[wrong]} at index ${wrong % dimensions}; every number must be finite`,
    );
  }
}

function checkWhole(name: string, value: number, min: number): void {
  if (!Number.isInteger(value) || value < min) {
    throw new RangeError(`${name} is ${value}; it must be a whole number of at least ${min}`);
  }
}

/** Gives each point its selected cluster, and how near it is to the densest part of that cluster. */
function labelPoints(tree: CondensedTree, { clusters, stabilities }: Selection): Clustering {
  const labelOfCluster = labelsOfClusters(tree, clusters);
  const peaks = clusters.map((cluster) => peakDensity(tree, cluster));
  // If everything is one cluster, points that left it before the end are noise.
  const rootPeak = clusters[0] === 0 ? (peaks[0] as number) : 0;
  const labels = new Int32Array(tree.pointCount).fill(-1);
  const probabilities = new Float64Array(tree.pointCount);
  for (let point = 0; point < tree.pointCount; point++) {
    const label = labelOfCluster[tree.clusterOfPoint[point] as number] as number;
    const density = tree.densityOfPoint[point] as number;
    if (label < 0 || density < rootPeak) continue;
    labels[point] = label;
    probabilities[point] = membership(density, peaks[label] as number);
  }
  return { labels, probabilities, stabilities: Float64Array.from(stabilities) };
}

/** A cluster that was not selected belongs to the one it split off from, if that was. */
function labelsOfClusters(tree: CondensedTree, clusters: readonly number[]): number[] {
  const ownLabels = new Map(clusters.map((cluster, label) => [cluster, label]));
  const labels: number[] = [];
  for (const [cluster, parent] of tree.parents.entries()) labels.push(ownLabels.get(cluster) ?? labels[parent] ?? -1);
  return labels;
}

/** The highest density at which anything left the cluster; points that coincide, infinitely dense, are left out. */
function peakDensity(tree: CondensedTree, cluster: number): number {
  let peak = 0;
  for (const [point, home] of tree.clusterOfPoint.entries()) {
    const density = tree.densityOfPoint[point] as number;
    if (home === cluster && Number.isFinite(density)) peak = Math.max(peak, density);
  }
  for (const [child, parent] of tree.parents.entries()) {
    if (parent === cluster) peak = Math.max(peak, tree.births[child] as number);
  }
  return peak;
}

function membership(density: number, peak: number): number {
  return peak === 0 ? 1 : Math.min(density, peak) / peak;
}

/** The clusters that are the answer, in ascending order, and the stability of each. */
interface Selection {
  readonly clusters: readonly number[];
  readonly stabilities: readonly number[];
}

function selectClusters(tree: CondensedTree, method: SelectionMethod, allowSingleCluster: boolean): Selection {
  const stabilities = getStabilities(tree);
  const isSelected = method === 'eom' ? longestLived(tree, stabilities, allowSingleCluster) : leaves(tree);
  if (!allowSingleCluster) isSelected[0] = false;
  const clusters = isSelected.flatMap((selected, cluster) => (selected ? [cluster] : []));
  return { clusters, stabilities: clusters.map((cluster) => stabilities[cluster] as number) };
}

/** For each cluster, the sum of its points' lifetimes: from the density of its birth to where they leave. */
function getStabilities(tree: CondensedTree): number[] {
  const stabilities = tree.parents.map(() => 0);
  const add = (cluster: number, density: number, points: number): void => {
    const lifetime = density - (tree.births[cluster] as number);
    stabilities[cluster] = (stabilities[cluster] as number) + lifetime * points;
  };
  for (const [point, cluster] of tree.clusterOfPoint.entries()) add(cluster, tree.densityOfPoint[point] as number, 1);
  for (const [cluster, parent] of tree.parents.entries()) {
    if (parent >= 0) add(parent, tree.births[cluster] as number, tree.sizes[cluster] as number);
  }
  return stabilities;
}

/** Excess of mass: a cluster is kept unless the best clusters that it splits into are more stable together. */
function longestLived(tree: CondensedTree, stabilities: readonly number[], allowSingleCluster: boolean): boolean[] {
  const below = tree.parents.map(() => 0);
  const isKept = tree.parents.map(() => false);
  // From the last to the first, so that the children of a cluster come before it.
  for (let cluster = tree.parents.length - 1; cluster >= 0; cluster--) {
    const own = stabilities[cluster] as number;
    const best = below[cluster] as number;
    isKept[cluster] = best <= own && (cluster > 0 || allowSingleCluster);
    const parent = tree.parents[cluster] as number;
    if (parent >= 0) below[parent] = (below[parent] as number) + Math.max(own, best);
  }
  return withoutNested(tree, isKept);
}

/** Keeps only the outer one of two clusters of which one is inside the other. */
function withoutNested(tree: CondensedTree, isKept: readonly boolean[]): boolean[] {
  const isCovered = tree.parents.map(() => false);
  return isKept.map((kept, cluster) => {
    const parent = tree.parents[cluster] as number;
    isCovered[cluster] = parent >= 0 && (isCovered[parent] === true || isKept[parent] === true);
    return kept && !isCovered[cluster];
  });
}

function leaves(tree: CondensedTree): boolean[] {
  const isLeaf = tree.parents.map(() => true);
  for (const parent of tree.parents) if (parent >= 0) isLeaf[parent] = false;
  return isLeaf;
}
