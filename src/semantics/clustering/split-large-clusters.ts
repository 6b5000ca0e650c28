/** The fewest points that make a cluster. Among many points, three of a kind are mostly a coincidence of words. */
export function minClusterSizeFor(count: number): number {
  return count <= FEW ? 3 : 5;
}

const FEW = 300;

/** Whether a cluster holds over a third of all points, so that `splitLargeClusters` has something to do. */
export function hasLargeCluster(labels: Int32Array): boolean {
  return [...groupByLabel(labels).values()].some((points) => points.length > labels.length * LARGE);
}

/**
 * Splits each cluster that holds over a third of all points into the leaves of the cluster tree, but only if that gives
 * two or more clusters that together keep 80 % of its members. `leaves` are the labels of the same points by the leaf
 * method.
 */
export function splitLargeClusters(labels: Int32Array, leaves: Int32Array): Int32Array {
  const members = groupByLabel(labels);
  const split = labels.slice();
  let next = members.size;
  for (const points of members.values()) {
    if (points.length <= labels.length * LARGE) continue;
    const parts = groupByLabel(leaves, points);
    const kept = [...parts.values()].reduce((sum, part) => sum + part.length, 0);
    if (parts.size < 2 || kept < points.length * KEPT) continue;
    for (const point of points) split[point] = NOISE;
    for (const part of parts.values()) {
      for (const point of part) split[point] = next;
      next += 1;
    }
  }
  return split;
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
