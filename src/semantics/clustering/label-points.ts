import type { Clustering } from './clustering.js';
import type { CondensedTree } from './condensed-tree.js';
import type { Selection } from './select-clusters.js';

/** Gives each point its selected cluster, and how near it is to the densest part of that cluster. */
export function labelPoints(tree: CondensedTree, { clusters, stabilities }: Selection): Clustering {
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
