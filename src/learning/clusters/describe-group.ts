import { TIER_WEIGHTS } from '../experiences/experience.js';
import type { AxisVectors } from '../memory/axis-vectors.js';

export interface GroupFigures {
  readonly size: number;
  readonly averageWeight: number;
  /** Of length 1; every member counts with the weight of its tier. */
  readonly centroid: Float32Array;
  /** Of the members' distances from the centroid. */
  readonly meanDistance: number;
  readonly deviation: number;
}

/**
 * Distance is one minus the cosine. A member is as far from the centroid as its single statements are on average: its
 * whole text, being made of them, lies nearer than any statement could, and no value would ever be near enough.
 */
export function describeGroup(ids: readonly string[], { index, facts }: AxisVectors): GroupFigures {
  const members = ids.map((id) => {
    const vector = index.get(id) ?? new Float32Array(index.dimensions);
    const { statements, tier } = facts.get(id) ?? { statements: undefined, tier: 'silver' as const };
    return { vector, statements: statements ?? vector, weight: TIER_WEIGHTS[tier] };
  });
  const centroid = unit(weightedSum(members, index.dimensions));
  const distances = members.map(({ statements }) => distance(statements, centroid));
  const meanDistance = mean(distances);
  return {
    size: members.length,
    averageWeight: mean(members.map(({ weight }) => weight)),
    centroid,
    meanDistance,
    deviation: Math.sqrt(mean(distances.map((each) => (each - meanDistance) ** 2))),
  };
}

export function distance(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] as number) * (other[at] as number);
  return 1 - product;
}

function weightedSum(members: readonly { vector: Float32Array; weight: number }[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const { vector, weight } of members) {
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + weight * (vector[at] as number);
  }
  return sum;
}

function unit(vector: Float64Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
