import { UserError } from '../../kernel/user-error.js';
import { hasLargeCluster, splitLargeClusters } from '../../semantics/clustering/split-large-clusters.js';
import type { Connection, ReadConnection } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import type { ExperienceRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import type { Rows } from '../meaning/principal-directions.js';
import { createSurvey, type Survey } from '../meaning/survey.js';
import type { AxisVectors } from '../memory/axis-vectors.js';
import type { EmbeddingModel, StoredModel } from '../memory/embedding-model.js';
import { type ClusterParameters, chooseParameters } from './choose-parameters.js';
import { clusterPoints } from './cluster-points.js';
import type { OutcomeCounts } from './clustering.js';
import { describeGroup } from './describe-group.js';
import { explainGroups } from './explain-groups.js';
import { readStatements } from './read-statements.js';
import { type Group, saveClustering } from './save-clustering.js';

export interface AxisPoints {
  readonly axis: Axis;
  readonly model: EmbeddingModel;
  readonly vectors: AxisVectors;
}

export interface SavedClustering {
  readonly axis: Axis;
  readonly model: StoredModel;
  readonly computedAt: string;
}

/** Called in the transaction that stores new clusters. */
export type OnClustersSaved = (connection: Connection, saved: SavedClustering) => void;

/** Groups the experiences of an axis, describes the groups and stores them. */
export async function clusterAxis(
  context: LearningContext,
  points: AxisPoints,
  onSaved: OnClustersSaved,
): Promise<void> {
  const { database, settings, clock, logger } = context;
  const { axis, model, vectors } = points;
  const ids = [...vectors.ids];
  expectEnough(axis, ids.length, settings.minExperiences);
  const { revision } = vectors.counters;
  const parameters = chooseParameters(ids.length, settings);
  const started = clock.elapsed();
  const rows = { data: flatten(ids, vectors), dimensions: model.dimensions };
  const found = await clusterPoints(database, axis, { ids, vectors: rows });
  const labels = await findGroups(context, found, parameters);
  const survey = await createSurvey(rows, readStatements(database, { axis, model, ids }));
  const groups = await describeGroups(context, points, survey, groupBy(ids, labels));
  const computedAt = clock.now().toISOString();
  const made = {
    axis,
    revision,
    embeddingId: model.id,
    parameters,
    experienceCount: ids.length,
    groups,
    space: survey.space,
  };
  await database.write((connection) => {
    if (saveClustering(connection, { ...made, computedAt })) onSaved(connection, { axis, model, computedAt });
  });
  const ms = Math.round(clock.elapsed() - started);
  logger.log('info', 'learning.clustered', { axis, experiences: ids.length, clusters: groups.length, ms });
}

async function findGroups(
  { fallback, closing }: LearningContext,
  rows: Rows,
  parameters: ClusterParameters,
): Promise<Int32Array> {
  // Clustering is the same with every embedding; this one needs no other program.
  const { cluster } = await fallback();
  const labelsBy = async (method: 'eom' | 'leaf') =>
    (await cluster(rows, { ...parameters, method, signal: closing })).labels;
  const labels = await labelsBy('eom');
  return hasLargeCluster(labels) ? splitLargeClusters(labels, await labelsBy('leaf')) : labels;
}

async function describeGroups(
  { database }: LearningContext,
  { axis, vectors }: AxisPoints,
  survey: Survey,
  members: readonly (readonly string[])[],
): Promise<Group[]> {
  const facts = await database.read(readFacts);
  const figures = [];
  for (const ids of members)
    figures.push(await describeGroup(ids, survey, (id) => facts.get(id)?.confidence_tier ?? 'silver'));
  const clustered = new Set(members.flat());
  const explanations = await explainGroups(database, {
    axis,
    members: figures.map(({ typicalFirst }) => typicalFirst),
    noise: [...vectors.ids].filter((id) => !clustered.has(id)),
  });
  return figures.map((own, at) => ({
    members: new Set(members[at]),
    figures: own,
    explanation: explanations[at] ?? { title: '', lessonOf: null },
    outcomes: countOutcomes(own.typicalFirst, facts),
  }));
}

type Facts = Pick<ExperienceRow, 'id' | 'outcome_status' | 'confidence_tier'>;

function readFacts(connection: ReadConnection): Map<string, Facts> {
  const rows = connection.all<Facts>('SELECT id, outcome_status, confidence_tier FROM experiences');
  return new Map(rows.map((row) => [row.id, row]));
}

function countOutcomes(ids: readonly string[], facts: ReadonlyMap<string, Facts>): OutcomeCounts {
  const counts = { confirmed: 0, falsified: 0, abandoned: 0 };
  for (const id of ids) {
    const outcome = facts.get(id)?.outcome_status;
    if (outcome !== undefined) counts[outcome] += 1;
  }
  return counts;
}

export function expectEnough(axis: Axis, count: number, min: number): void {
  if (count === 0) {
    throw new UserError('not_found', `no experience has anything on the axis ${axis} yet; resolve some entries first`);
  }
  if (count >= min) return;
  throw new UserError(
    'insufficient_data',
    `${count} experiences on the axis ${axis}; clusters need at least ${min}: resolve ${min - count} more, or lower learning.min_experiences`,
  );
}

function flatten(ids: readonly string[], { index }: AxisVectors): Float32Array {
  const data = new Float32Array(ids.length * index.dimensions);
  for (const [at, id] of ids.entries()) {
    const vector = index.get(id);
    if (vector !== undefined) data.set(vector, at * index.dimensions);
  }
  return data;
}

function groupBy(ids: readonly string[], labels: Int32Array): string[][] {
  const groups = new Map<number, string[]>();
  for (const [at, id] of ids.entries()) {
    const label = labels[at] as number;
    if (label < 0) continue;
    const group = groups.get(label) ?? [];
    groups.set(label, group);
    group.push(id);
  }
  // The largest first, so that the first labels of a journal go to its largest clusters.
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
