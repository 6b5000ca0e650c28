import type { OutcomeStatus } from '../../journal/index.js';
import type { Axis } from '../experiences/axis.js';
import type { MeaningSpace } from '../meaning/meaning-space.js';
import type { StoredModel } from '../memory/embedding-model.js';

export interface ClusterSummary {
  /** `cluster_{axis}_{label}`; means the same as long as the cluster exists. */
  readonly clusterId: string;
  readonly label: number;
  readonly size: number;
  /** The mean of the members' tiers: gold 1, silver 0.8, bronze 0.5, abandoned 0.2. */
  readonly averageWeight: number;
  /** A few words that its members share and others do not use. */
  readonly title: string;
  /** The texts of its two most typical members on the axis. */
  readonly examples: readonly ClusterExample[];
  readonly outcomes: OutcomeCounts;
  /** The one that has most in common with the lessons of the other members. */
  readonly lesson: string | null;
}

interface ClusterExample {
  readonly id: string;
  readonly text: string;
}

export type OutcomeCounts = Readonly<Record<OutcomeStatus, number>>;

export interface AxisClusters {
  readonly axis: Axis;
  /** Largest first. */
  readonly clusters: readonly ClusterSummary[];
  readonly experienceCount: number;
  readonly noiseCount: number;
  /** Why so many belong to no cluster, in a sentence; null if all belong to one. */
  readonly noiseReason: string | null;
  readonly minClusterSize: number;
  readonly minSamples: number;
  readonly computedAt: string;
  /** Experiences have changed since, or nothing was computed yet; it is being done now. */
  readonly stale: boolean;
  /** Why newer ones could not be computed. */
  readonly warning?: string;
}

/** A cluster as values are measured by it. */
export interface ClusterMeasure {
  readonly axis: Axis;
  readonly label: number;
  readonly size: number;
  /** The model of the members' vectors; the present one may be another. */
  readonly embedding: StoredModel;
  readonly space: MeaningSpace;
  readonly centroid: Float32Array;
  /** Mean and one standard deviation of the members' distances. */
  readonly threshold: number;
}

export function explainNoise(noise: number, count: number, minClusterSize: number): string | null {
  if (noise === 0) return null;
  if (noise === count) {
    return `No ${minClusterSize} experiences are nearer to each other than to the rest: there is no recurring pattern yet.`;
  }
  return `${noise} of ${count} experiences have fewer than ${minClusterSize} others like them, or lie between clusters; they join one when more like them are stored.`;
}
