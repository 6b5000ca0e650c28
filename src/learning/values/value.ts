import { clusterId } from '../clusters/cluster-id.js';
import type { ValueRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';

/** A statement that the experiences of a cluster carry. */
export interface Value {
  readonly id: string;
  readonly text: string;
  readonly axis: Axis;
  readonly clusterId: string;
  /** At the last clustering; 0 if the cluster is gone. */
  readonly clusterSize: number;
  readonly similarityToCentroid: number;
  readonly createdAt: string;
  /** Whether later experiences have moved the cluster away from it. */
  readonly drifting: boolean;
  readonly driftReason: string | null;
}

/** A value that was just stored. */
export interface StoredValue extends Value {
  /** Why it was not checked with the configured embedding; that is done when it answers again. */
  readonly notice?: string;
}

export function toValue(row: ValueRow): Value {
  return {
    id: row.id,
    text: row.text,
    axis: row.axis,
    clusterId: clusterId(row),
    clusterSize: row.cluster_size,
    similarityToCentroid: share(row.similarity),
    createdAt: row.created_at,
    drifting: row.drift !== null,
    driftReason: row.drift,
  };
}

/** Distances go up to 2; what is shown as a similarity goes from 0 to 1. */
export function share(similarity: number): number {
  return Math.min(1, Math.max(0, similarity));
}

export interface Validation {
  readonly valid: boolean;
  /** Whether its distance is within the threshold; a value that is on topic may still be refused. */
  readonly onTopic: boolean;
  /** From 0 to 1; null if the value is not valid. */
  readonly similarity: number | null;
  readonly centroidDistance: number;
  readonly thresholdDistance: number;
  readonly reason: string | null;
  /** Of members, nearest first, so that the proposer of a value can see whether it says the same. */
  readonly nearestLessons: readonly string[];
  /** Why the configured embedding was not used. */
  readonly notice?: string;
}
