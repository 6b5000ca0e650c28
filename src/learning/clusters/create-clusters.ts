import { settleWithin } from '../../kernel/time-limit.js';
import type { LearningContext } from '../context.js';
import { readCounters } from '../database/counters.js';
import type { ClusteringRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import type { ReadVectors } from '../memory/axis-vectors.js';
import type { EmbeddingModel, FindModel } from '../memory/embedding-model.js';
import { chooseParameters } from './choose-parameters.js';
import { clusterAxis, expectEnough } from './cluster-axis.js';
import type { AxisClusters } from './clustering.js';
import { readClustering, readClusters } from './read-clusters.js';

export interface Clusters {
  /**
   * As they are now; computed only if an experience or a parameter has changed since they were computed last. If that
   * takes longer than the caller waits, the last ones are returned as `stale`.
   */
  current(axis: Axis, patience?: Patience): Promise<AxisClusters>;
  /** As they were computed last, or now if they never were with the present model. */
  known(axis: Axis): Promise<AxisClusters>;
  /** Waits for nothing; true where nothing can be computed for want of a model. */
  isCurrent(axis: Axis): Promise<boolean>;
}

/** How long to wait for new clusters, in milliseconds. */
export interface Patience {
  readonly ms: number;
  /** Where there are no clusters yet that could be returned meanwhile. */
  readonly firstMs: number;
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
      .then((vectors) => clusterAxis(context, { axis, model, vectors }))
      .finally(() => running.delete(axis));
    running.set(axis, run);
    return run;
  }

  async function newest(axis: Axis): Promise<AxisClusters> {
    const model = await readyModel();
    const { row, revision, clusters } = await stored(axis);
    if (clusters === undefined || !isFresh(row, model, revision)) return compute(axis, model);
    expectEnough(axis, clusters.experienceCount, settings.minExperiences);
    return clusters;
  }

  return {
    async current(axis, patience) {
      if (patience === undefined) return newest(axis);
      const { clusters } = await stored(axis);
      const maxMs = clusters === undefined ? patience.firstMs : patience.ms;
      const settled = await settleWithin({ maxMs }, () => newest(axis));
      return settled.ok ? settled.value : { ...(clusters ?? notYet(axis)), stale: true };
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

function notYet(axis: Axis): AxisClusters {
  const noiseReason = 'The first clusters of these experiences are being computed; ask again in a minute.';
  const nothing = { clusters: [], experienceCount: 0, noiseCount: 0, minClusterSize: 0, minSamples: 0, computedAt: '' };
  return { axis, ...nothing, noiseReason, stale: true };
}
