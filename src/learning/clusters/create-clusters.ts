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
      .then((vectors) => clusterAxis(context, { axis, model, vectors }))
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
