import type { Clustering } from './clustering.js';

/** The fewest points that make a cluster. Among many points, three of a kind are mostly a coincidence of words. */
export function minClusterSizeFor(count: number): number {
  return count <= FEW ? 3 : 5;
}

const FEW = 300;

/** Checks whether a cluster holds over a third of all points, so that `splitLargeClusters` has something to do. */
export function hasLargeCluster({ labels }: Clustering): boolean {
  return [...groupByLabel(labels).values()].some((points) => points.length > labels.length * LARGE);
}

/**
 * Splits each cluster that holds over a third of all points into the leaves of the cluster tree, but only if that gives
 * two or more clusters that together keep 80 % of its members. `leaves` are the same points clustered by the leaf method.
 * The label of a cluster that was split is not used again.
 */
export function splitLargeClusters(clustering: Clustering, leaves: Clustering): Clustering {
  const labels = clustering.labels.slice();
  const probabilities = clustering.probabilities.slice();
  const stabilities = [...clustering.stabilities];
  for (const points of groupByLabel(clustering.labels).values()) {
    if (points.length <= labels.length * LARGE) continue;
    const parts = groupByLabel(leaves.labels, points);
    const kept = [...parts.values()].reduce((sum, part) => sum + part.length, 0);
    if (parts.size < 2 || kept < points.length * KEPT) continue;
    for (const point of points) {
      labels[point] = NOISE;
      probabilities[point] = 0;
    }
    for (const [leaf, part] of parts) {
      for (const point of part) {
        labels[point] = stabilities.length;
        probabilities[point] = leaves.probabilities[point] as number;
      }
      stabilities.push(leaves.stabilities[leaf] as number);
    }
  }
  return { labels, probabilities, stabilities: Float64Array.from(stabilities) };
}

const LARGE = 1 / 3;
const KEPT = 0.8;
const NOISE = -1;

/** The points of each cluster, without noise. */
export function groupByLabel(labels: Int32Array, points: Iterable<number> = labels.keys()): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const point of points) {
    const label = labels[point] ?? NOISE;
    if (label === NOISE) continue;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [point]);
    else group.push(point);
  }
  return groups;
}
