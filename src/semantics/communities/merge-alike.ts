import type { OnStep, Points } from '../kernels/points.js';
import { sumMembers } from './member-sums.js';

/**
 * Modularity tears a large theme apart. This merges two communities while their members are at least half as like each
 * other as the members of either are among themselves, the most alike first. Points have length 1.
 */
export function mergeAlike(points: Points, labels: Int32Array, onStep: OnStep): Int32Array {
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
  /** Of the sum of its points with that of each group, by `at`. */
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
