import { UserError } from '../../kernel/user-error.js';
import type { AxisClusters, ClusterSummary } from '../clusters/clustering.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import type { Values } from '../values/create-values.js';
import type { Value } from '../values/value.js';
import { type Calibration, type PredictionRate, readCalibration } from './calibration.js';

/** The start of a look back: what recurs, how predictions turned out, which values no longer fit. */
export interface Retrospective {
  readonly axis: Axis;
  /** Largest first, each with its largest value if it has one. */
  readonly clusters: readonly (ClusterSummary & { readonly value: Value | undefined })[];
  readonly noiseCount: number;
  /** Newer experiences are still being sorted in. */
  readonly stale: boolean;
  readonly calibration: Calibration;
  readonly drifting: readonly Value[];
  /** Suggested steps, most important first. */
  readonly next: readonly string[];
}

export interface RetrospectiveParts {
  readonly database: LearningContext['database'];
  readonly getClusters: (axis: Axis) => Promise<AxisClusters>;
  readonly values: Pick<Values, 'list'>;
}

export async function readRetrospective(parts: RetrospectiveParts, axis: Axis): Promise<Retrospective> {
  // First, because values are compared with new clusters.
  const found = await readClusters(parts, axis);
  const [values, calibration] = await Promise.all([
    parts.values.list({ limit: MAX_VALUES }),
    readCalibration(parts.database),
  ]);
  const drifting = values.filter((value) => value.drifting);
  const findValue = (id: string) => values.find((value) => value.clusterId === id && !value.drifting);
  const clusters = found.clusters.map((cluster) => ({ ...cluster, value: findValue(cluster.clusterId) }));
  const next = [
    ...clusters.filter(needsValue).slice(0, MAX_PROPOSALS).map(proposeValue),
    ...drifting.slice(0, MAX_DRIFTING).map(reviewValue),
    ...calibration.strategies.flatMap(describeWeakness),
    ...(found.reason === undefined ? [] : [found.reason]),
  ];
  const { noiseCount, stale } = found;
  return { axis, clusters, noiseCount, stale, calibration, drifting, next };
}

const MAX_VALUES = 500;
const MAX_PROPOSALS = 3;
const MAX_DRIFTING = 2;

type FoundClusters = Pick<AxisClusters, 'clusters' | 'noiseCount' | 'stale'> & { readonly reason: string | undefined };

/** With too few experiences, or without an embedding, there is still the calibration to look at. */
async function readClusters({ getClusters }: RetrospectiveParts, axis: Axis): Promise<FoundClusters> {
  try {
    const { noiseReason, ...found } = await getClusters(axis);
    const reason = found.warning ?? (found.clusters.length === 0 ? noiseReason : undefined);
    return { ...found, reason: reason ?? undefined };
  } catch (error) {
    if (error instanceof UserError) return { clusters: [], noiseCount: 0, stale: false, reason: error.message };
    throw error;
  }
}

function needsValue({ value, outcomes, lesson }: Retrospective['clusters'][number]): boolean {
  return value === undefined && (outcomes.confirmed > 0 || lesson !== null);
}

function proposeValue({ clusterId, title }: ClusterSummary): string {
  return `${clusterId} (${title}) has no value: read it with get_cluster_members and propose one with validate_value`;
}

function reviewValue({ id }: Value): string {
  return `${id} no longer fits: propose a new wording, or remove it with \`witan learn values --delete ${id}\``;
}

function describeWeakness(rate: PredictionRate & { readonly strategy: string }): string[] {
  const [, high] = rate.interval;
  if (high >= HALF) return [];
  return [
    `${rate.strategy}: only ${rate.confirmed} of ${rate.count} predictions were confirmed; another strategy may serve better`,
  ];
}

const HALF = 0.5;
