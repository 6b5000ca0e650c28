import type { ClusterMeasure } from '../clusters/clustering.js';
import { distance } from '../clusters/describe-group.js';
import { coordinates, directionFrom } from '../meaning/meaning-space.js';

export interface Judgment {
  readonly valid: boolean;
  readonly distance: number;
  readonly threshold: number;
  /** Why it is refused; null if it is valid. */
  readonly reason: string | null;
}

/** A value is valid for a cluster when it is no farther from its center than most statements of its members are. */
export function judgeValue(vector: Float32Array, { space, centroid, threshold }: ClusterMeasure): Judgment {
  const direction = directionFrom(space.statementMiddle, coordinates(space.directions, vector));
  const found = distance(direction, centroid);
  const valid = found <= threshold;
  const reason = valid
    ? null
    : `its distance from the cluster's center is ${found.toFixed(3)}, above ${threshold.toFixed(3)} (mean and one standard deviation of what the members say)`;
  return { valid, distance: found, threshold, reason };
}
