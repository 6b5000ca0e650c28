import { checkPoints, cluster, watchWork } from '../clustering/cluster.js';
import type { Clustering, ClusterOptions } from '../clustering/clustering.js';
import { hasLargeCluster, splitLargeClusters } from '../clustering/split-large-clusters.js';
import { unitVector } from '../embedding/unit-vector.js';
import { getCount, type OnStep, type Points } from '../kernels/points.js';
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
  const found = getClustering(labelPoints(toUnits(points), minClusterSize, watchWork(options)));
  if (!splitsLarge || !hasLargeCluster(found)) return found;
  return splitLargeClusters(found, cluster(points, { ...options, method: 'leaf' }));
}

function labelPoints(points: Points, minClusterSize: number, onStep: OnStep): Int32Array {
  const graph = connectNeighbors(points, neighborsFor(getCount(points)), onStep);
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

function getClustering(labels: Int32Array): Clustering {
  const count = labels.reduce((max, label) => Math.max(max, label + 1), 0);
  return {
    labels,
    probabilities: Float64Array.from(labels, (label) => (label < 0 ? 0 : 1)),
    stabilities: new Float64Array(count),
  };
}

/**
 * Every point is in some community, also one that is like no other. This makes noise of points that are much less like
 * their community than its other members are, and of communities that only collect what belongs nowhere: their members
 * are much less like each other than those of most communities. Points have length 1.
 */
function dropOutsiders(points: Points, labels: Int32Array): Int32Array {
  const similarity = similarityToOthers(points, labels);
  const ofLabel = new Map<number, number[]>();
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue;
    const own = ofLabel.get(label) ?? [];
    ofLabel.set(label, own);
    own.push(similarity[at] as number);
  }
  const usual = median([...ofLabel.values()].flat());
  const typical = new Map([...ofLabel].map(([label, own]) => [label, median(own)]));
  return labels.map((label, at) => {
    const own = typical.get(label) ?? 0;
    const isMember = own >= MIN_OF_USUAL * usual && (similarity[at] as number) >= MIN_OF_TYPICAL * own;
    return isMember ? label : -1;
  });
}

const MIN_OF_USUAL = 2 / 3;
const MIN_OF_TYPICAL = 1 / 2;

/** For each point, the cosine with the sum of the other members of its community. */
function similarityToOthers(points: Points, labels: Int32Array): Float64Array {
  const { data, dimensions } = points;
  const sums = sumMembers(points, labels);
  return Float64Array.from(labels, (label, at) => {
    const sum = sums.get(label)?.sum;
    if (sum === undefined) return 0;
    let product = 0;
    let squares = 0;
    for (let i = 0; i < dimensions; i++) {
      const own = data[at * dimensions + i] as number;
      const others = (sum[i] as number) - own;
      product += others * own;
      squares += others * others;
    }
    return squares === 0 ? 0 : product / Math.sqrt(squares);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * Modularity tears a large theme apart. This merges two communities while their members are at least half as like each
 * other as the members of either are among themselves, the most alike first. Points have length 1.
 */
function mergeAlike(points: Points, labels: Int32Array, onStep: OnStep): Int32Array {
  const sums = [...sumMembers(points, labels)];
  const groups = sums.map(([label, { sum, count }], at): Group => {
    onStep(1);
    return { at, labels: [label], count, products: Float64Array.from(sums, ([, other]) => product(sum, other.sum)) };
  });
  const partners = new Map(groups.map((group) => [group, mostAlike(group, groups)]));
  for (let pair = bestPair(partners); pair !== undefined; pair = bestPair(partners)) {
    onStep(1);
    const { one, other } = pair;
    partners.delete(one);
    partners.delete(other);
    for (const { products } of partners.keys()) {
      products[one.at] = (products[one.at] as number) + (products[other.at] as number);
    }
    const joined = join(one, other);
    const left = [...partners.keys()];
    for (const [group, partner] of partners) {
      if (partner?.group === one || partner?.group === other) partners.set(group, mostAlike(group, left));
    }
    partners.set(joined, mostAlike(joined, left));
  }
  const firstOf = new Map(
    [...partners.keys()].flatMap((group) => group.labels.map((label) => [label, group.labels[0] as number])),
  );
  return labels.map((label) => firstOf.get(label) ?? -1);
}

interface Group {
  readonly at: number;
  readonly labels: readonly number[];
  readonly count: number;
  /** Products of the sum of its points with that of each group, by `at`. */
  readonly products: Float64Array;
}

interface Partner {
  readonly group: Group;
  readonly similarity: number;
}

function join(one: Group, other: Group): Group {
  const products = one.products.map((value, at) => value + (other.products[at] as number));
  products[one.at] = (products[one.at] as number) + (products[other.at] as number);
  return { at: one.at, labels: [...one.labels, ...other.labels], count: one.count + other.count, products };
}

/** The group's most alike partner among others, if one is alike enough. */
function mostAlike(group: Group, others: readonly Group[]): Partner | undefined {
  let best: Partner | undefined;
  for (const other of others) {
    if (other === group) continue;
    const within = Math.sqrt(innerSimilarity(group) * innerSimilarity(other));
    const similarity = (group.products[other.at] as number) / (group.count * other.count) / within;
    if (within > 0 && similarity > (best?.similarity ?? MIN_SIMILARITY)) best = { group: other, similarity };
  }
  return best;
}

function bestPair(partners: ReadonlyMap<Group, Partner | undefined>): { one: Group; other: Group } | undefined {
  let best: { one: Group; other: Group; similarity: number } | undefined;
  for (const [one, partner] of partners) {
    if (partner === undefined || partner.similarity <= (best?.similarity ?? 0)) continue;
    best = { one, other: partner.group, similarity: partner.similarity };
  }
  return best;
}

const MIN_SIMILARITY = 0.5;

/** The mean product of two different members. */
function innerSimilarity({ products, at, count }: Group): number {
  return Math.max(0, ((products[at] as number) - count) / (count * (count - 1)));
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

interface MemberSum {
  readonly sum: Float64Array;
  readonly count: number;
}

/** For each label the sum of its points; noise is left out. */
function sumMembers({ data, dimensions }: Points, labels: Int32Array): Map<number, MemberSum> {
  const sums = new Map<number, MemberSum>();
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue;
    const { sum, count } = sums.get(label) ?? { sum: new Float64Array(dimensions), count: 0 };
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (data[at * dimensions + i] as number);
    sums.set(label, { sum, count: count + 1 });
  }
  return sums;
}
