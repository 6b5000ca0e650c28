import type { ConfidenceTier } from '../../journal/index.js';
import { TIER_WEIGHTS } from '../experiences/experience.js';
import { inTurns } from '../meaning/in-turns.js';
import { directionFrom, unit } from '../meaning/meaning-space.js';
import type { Survey } from '../meaning/survey.js';
import { distance } from './distance.js';

export interface GroupFigures {
  readonly size: number;
  readonly averageWeight: number;
  /** In the space of the axis, of length 1; every member counts with the weight of its tier. */
  readonly centroid: Float32Array;
  /** Of the distances of what the members say from the centroid. */
  readonly meanDistance: number;
  readonly deviation: number;
  /** The ids, the most typical first. */
  readonly typicalFirst: readonly string[];
}

/**
 * A value is one statement, so it is held against single statements of the members: their whole texts, each made of
 * several, lie nearer to the centroid than any statement could.
 */
export async function describeGroup(
  ids: readonly string[],
  { space, projections }: Survey,
  tierOf: (id: string) => ConfidenceTier,
): Promise<GroupFigures> {
  const centroid = new Float32Array(space.dimensions);
  let weights = 0;
  for await (const id of inTurns(ids)) {
    const weight = TIER_WEIGHTS[tierOf(id)];
    weights += weight;
    const text = projections.get(id)?.text;
    if (text === undefined) continue;
    for (const [at, value] of directionFrom(space.textMiddle, text).entries()) {
      centroid[at] = (centroid[at] as number) + weight * value;
    }
  }
  const center = unit(centroid);
  const distances: number[] = [];
  for await (const id of inTurns(ids)) {
    for (const statement of projections.get(id)?.statements ?? []) {
      distances.push(distance(directionFrom(space.statementMiddle, statement), center));
    }
  }
  const meanDistance = mean(distances);
  const typicality = new Map(ids.map((id) => [id, along(center, projections.get(id)?.text)]));
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
  return direction.reduce((sum, share, at) => sum + share * (point?.[at] ?? 0), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
