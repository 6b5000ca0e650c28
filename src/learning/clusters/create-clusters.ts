import { UserError } from '../../kernel/user-error.js';
import { readStoredVector } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import { readCounters } from '../database/counters.js';
import type { ClusteringRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { surveyAxis } from '../meaning/survey-axis.js';
import type { AxisVectors, ReadVectors } from '../memory/axis-vectors.js';
import type { EmbeddingModel, FindModel } from '../memory/embedding-model.js';
import type { ValueVectors } from '../values/revalidate.js';
import { chooseParameters } from './choose-parameters.js';
import type { AxisClusters } from './clustering.js';
import { describeGroup } from './describe-group.js';
import { readClustering, readClusters } from './read-clusters.js';
import { type Group, saveClustering } from './save-clustering.js';

export interface Clusters {
  /** As they are now; computed only if an experience or a parameter has changed since they were computed last. */
  current(axis: Axis): Promise<AxisClusters>;
  /** As they were computed last, or now if they never were with the present model. */
  known(axis: Axis): Promise<AxisClusters>;
  /** Waits for nothing; true where nothing can be computed for want of a model. */
  isCurrent(axis: Axis): Promise<boolean>;
}

export interface ClusterParts {
  readonly context: LearningContext;
  readonly readVectors: ReadVectors;
  readonly findModel: FindModel;
  /** The present model, once everything has vectors of it. */
  readonly readyModel: () => Promise<EmbeddingModel>;
}

export function createClusters({ context, readVectors, findModel, readyModel }: ClusterParts): Clusters {
  const { database, settings } = context;
  const running = new Map<Axis, Promise<void>>();

  const isFresh = (row: ClusteringRow | undefined, model: EmbeddingModel, revision: number): row is ClusteringRow => {
    if (row === undefined || row.embedding_id !== model.id || row.revision !== revision) return false;
    const { minClusterSize, minSamples } = chooseParameters(row.experience_count, settings);
    return row.min_cluster_size === minClusterSize && row.min_samples === minSamples;
  };

  const stored = (axis: Axis) =>
    database.read((connection) => {
      const row = readClustering(connection, axis);
      const { revision } = readCounters(connection);
      return { row, revision, clusters: row === undefined ? undefined : readClusters(connection, row) };
    });

  /** Whoever asks while it runs waits for the same run. */
  async function compute(axis: Axis, model: EmbeddingModel): Promise<AxisClusters> {
    await (running.get(axis) ?? begin(axis, model));
    const { clusters } = await stored(axis);
    if (clusters === undefined) throw new Error(`the clustering of ${axis} was not stored`);
    return clusters;
  }

  function begin(axis: Axis, model: EmbeddingModel): Promise<void> {
    const run = readVectors(axis, model)
      .then((vectors) => clusterAxis(context, axis, model, vectors))
      .finally(() => running.delete(axis));
    running.set(axis, run);
    return run;
  }

  return {
    async current(axis) {
      const model = await readyModel();
      const { row, revision, clusters } = await stored(axis);
      if (clusters !== undefined && isFresh(row, model, revision)) {
        expectEnough(axis, clusters.experienceCount, settings.minExperiences);
        return clusters;
      }
      return compute(axis, model);
    },
    async known(axis) {
      const model = await readyModel();
      const { row, clusters } = await stored(axis);
      return clusters !== undefined && row?.embedding_id === model.id ? clusters : compute(axis, model);
    },
    async isCurrent(axis) {
      const model = await findModel();
      const { row, revision } = await stored(axis);
      return model === undefined || isFresh(row, model, revision);
    },
  };
}

async function clusterAxis(
  context: LearningContext,
  axis: Axis,
  model: EmbeddingModel,
  vectors: AxisVectors,
): Promise<void> {
  const { database, semantics, settings, clock, logger, closing } = context;
  const ids = [...vectors.facts.keys()];
  expectEnough(axis, ids.length, settings.minExperiences);
  const { revision } = vectors.counters;
  const parameters = chooseParameters(ids.length, settings);
  const started = clock.elapsed();
  const rows = { data: flatten(ids, vectors), dimensions: model.dimensions };
  const { labels } = await (await semantics()).cluster(rows, { ...parameters, signal: closing });
  const survey = await surveyAxis(database, { axis, embeddingId: model.id, ids, rows });
  const tierOf = (id: string) => vectors.facts.get(id)?.tier ?? 'silver';
  const groups: Group[] = [];
  for (const members of groupBy(ids, labels)) {
    groups.push({ members: new Set(members), figures: await describeGroup(members, survey, tierOf) });
  }
  const values = await readValueVectors(context, axis, model);
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
  await database.write((connection) => saveClustering(connection, { ...made, computedAt, values }));
  const ms = Math.round(clock.elapsed() - started);
  logger.log('info', 'learning.clustered', { axis, experiences: ids.length, clusters: groups.length, ms });
}

function expectEnough(axis: Axis, count: number, least: number): void {
  if (count === 0) {
    throw new UserError('not_found', `no experience has anything on the axis ${axis} yet; resolve some entries first`);
  }
  if (count >= least) return;
  throw new UserError(
    'insufficient_data',
    `${count} experiences on the axis ${axis}; clusters need at least ${least}: resolve ${least - count} more, or lower learning.min_experiences`,
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

async function readValueVectors(
  { database }: LearningContext,
  axis: Axis,
  model: EmbeddingModel,
): Promise<ValueVectors> {
  const rows = await database.read((connection) =>
    connection.all<{ id: string; vector: Uint8Array }>(
      `SELECT value_id AS id, vector FROM value_vectors JOIN learned_values ON learned_values.id = value_id
       WHERE axis = ? AND embedding_id = ?`,
      [axis, model.id],
    ),
  );
  const vectors = new Map<string, Float32Array>();
  for (const { id, vector } of rows) {
    const stored = readStoredVector(vector, model.dimensions);
    if (stored !== undefined) vectors.set(id, stored.slice());
  }
  return vectors;
}
