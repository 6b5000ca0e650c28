import type { ConfidenceTier } from '../../journal/index.js';
import { createPause } from '../../kernel/create-pause.js';
import { TIER_WEIGHTS } from '../experiences/experience.js';
import { directionFrom, unit } from '../meaning/meaning-space.js';
import type { Survey } from '../meaning/survey.js';

export interface GroupFigures {
  readonly size: number;
  readonly averageWeight: number;
  /** In the space of the axis, of length 1; every member counts with the weight of its tier. */
  readonly centroid: Float32Array;
  /** The mean distance of the members' texts from the centroid. */
  readonly meanDistance: number;
  readonly deviation: number;
  /** The ids, the most typical first. */
  readonly typicalFirst: readonly string[];
}

/**
 * A value is one statement, so it is compared with single statements of the members: their whole texts, each made of
 * several, lie nearer to the centroid than any statement could.
 */
export async function describeGroup(
  ids: readonly string[],
  { space, texts, statements }: Survey,
  tierOf: (id: string) => ConfidenceTier,
): Promise<GroupFigures> {
  const centroid = new Float32Array(space.dimensions);
  const pause = createPause();
  let weights = 0;
  for (const id of ids) {
    const weight = TIER_WEIGHTS[tierOf(id)];
    weights += weight;
    const text = texts.get(id);
    if (text === undefined) continue;
    const direction = directionFrom(space.textMiddle, text);
    for (let at = 0; at < direction.length; at++) {
      centroid[at] = (centroid[at] as number) + weight * (direction[at] as number);
    }
    await pause();
  }
  const center = unit(centroid);
  const distances: number[] = [];
  for (const id of ids) {
    for (const statement of statements.get(id) ?? []) {
      distances.push(distance(directionFrom(space.statementMiddle, statement), center));
    }
    await pause();
  }
  const meanDistance = mean(distances);
  const typicality = new Map(ids.map((id) => [id, along(center, texts.get(id))]));
  return {
    size: ids.length,
    averageWeight: weights / Math.max(1, ids.length),
    centroid: center,
    meanDistance,
    deviation: Math.sqrt(mean(distances.map((each) => (each - meanDistance) ** 2))),
    typicalFirst: ids.toSorted((a, b) => (typicality.get(b) ?? 0) - (typicality.get(a) ?? 0)),
  };
}

function along(direction: Float32Array, point: Float32Array | undefined): number {
  return point === undefined ? 0 : 1 - distance(point, direction);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** One minus the cosine, of vectors of length 1. */
export function distance(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let at = 0; at < other.length; at++) product += (one[at] as number) * (other[at] as number);
  return 1 - product;
}
