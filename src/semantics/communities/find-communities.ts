import { checkPoints, cluster, watchWork } from '../clustering/cluster.js';
import type { Clustering, ClusterOptions } from '../clustering/clustering.js';
import { hasLargeCluster, splitLargeClusters } from '../clustering/split-large-clusters.js';
import { unitVector } from '../embedding/unit-vector.js';
import { countOf, type OnStep, type Points } from '../kernels/points.js';
import { dropOutsiders } from './drop-outsiders.js';
import { mergeAlike } from './merge-alike.js';
import { connectNeighbors } from './neighbor-graph.js';
import { optimizeModularity } from './optimize-modularity.js';

/**
 * Groups points by their whole network of neighbors. Where themes touch, density joins them through a few points between
 * them; a community needs many ties. Deterministic and synchronous, for a worker. Every member has the probability 1,
 * and no stability is computed.
 */
export function findCommunities(points: Points, options: ClusterOptions): Clustering {
  checkPoints(points);
  const { minClusterSize, splitsLarge = false } = options;
  const found = clusteringOf(labelPoints(toUnits(points), minClusterSize, watchWork(options)));
  if (!splitsLarge || !hasLargeCluster(found)) return found;
  return splitLargeClusters(found, cluster(points, { ...options, method: 'leaf' }));
}

function labelPoints(points: Points, minClusterSize: number, onStep: OnStep): Int32Array {
  const graph = connectNeighbors(points, neighborsFor(countOf(points)), onStep);
  const communities = dropSmall(optimizeModularity(graph, RESOLUTION, onStep), minClusterSize);
  const members = dropOutsiders(points, mergeAlike(points, communities, onStep));
  return dropSmall(members, minClusterSize);
}

/** Fewer tear the communities of many points apart, more tie those of few points together. */
function neighborsFor(count: number): number {
  return Math.round(Math.min(100, Math.max(10, 0.8 * Math.sqrt(count))));
}

const RESOLUTION = 1.5;

function toUnits({ data, dimensions }: Points): Points {
  const units = new Float32Array(data.length);
  for (let start = 0; start < data.length; start += dimensions) {
    units.set(unitVector(data.subarray(start, start + dimensions)) ?? [], start);
  }
  return { data: units, dimensions };
}

function dropSmall(labels: Int32Array, minSize: number): Int32Array {
  const sizes = new Map<number, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const numbers = new Map<number, number>();
  return labels.map((label) => {
    if (label < 0 || (sizes.get(label) ?? 0) < minSize) return -1;
    const number = numbers.get(label) ?? numbers.size;
    numbers.set(label, number);
    return number;
  });
}

function clusteringOf(labels: Int32Array): Clustering {
  const count = labels.reduce((max, label) => Math.max(max, label + 1), 0);
  return {
    labels,
    probabilities: Float64Array.from(labels, (label) => (label < 0 ? 0 : 1)),
    stabilities: new Float64Array(count),
  };
}
