import type { LearningContext } from '../context.js';
import { readCounters } from '../database/counters.js';
import type { ClusteringRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import type { ReadVectors } from '../memory/axis-vectors.js';
import type { EmbeddingModel } from '../memory/embedding-model.js';
import { chooseParameters } from './choose-parameters.js';
import { CLUSTER_METHOD, clusterAxis, expectEnough, type OnClustersSaved } from './cluster-axis.js';
import type { AxisClusters } from './clustering.js';
import { readClustering, readClusters } from './read-clusters.js';

export interface ClusterComputerParts {
  readonly context: LearningContext;
  readonly readVectors: ReadVectors;
  /** The present model, once everything has vectors of it. */
  readonly readyModel: () => Promise<EmbeddingModel>;
  readonly onSaved: OnClustersSaved;
  /** Called when the transaction is done. */
  readonly afterSaving: () => Promise<void>;
}

interface StoredClusters {
  readonly row: ClusteringRow | undefined;
  /** At which the experiences are now. */
  readonly revision: number;
  readonly clusters: AxisClusters | undefined;
}

export interface ClusterComputer {
  readonly readStored: (axis: Axis) => Promise<StoredClusters>;
  /** True if nothing has changed since: no experience, no parameter, not the model, not the method. */
  readonly isFresh: (stored: StoredClusters, model: EmbeddingModel) => boolean;
  /** Computes them if they are old. A caller that joins a running computation may get those of an older revision. */
  readonly findNewest: (axis: Axis) => Promise<AxisClusters>;
}

export function createClusterComputer(parts: ClusterComputerParts): ClusterComputer {
  const { database, settings } = parts.context;
  const running = new Map<string, Promise<void>>();

  const readStored: ClusterComputer['readStored'] = (axis) =>
    database.read((connection) => {
      const row = readClustering(connection, axis);
      const { revision } = readCounters(connection);
      return { row, revision, clusters: row === undefined ? undefined : readClusters(connection, row) };
    });

  const isFresh: ClusterComputer['isFresh'] = ({ row, revision }, model) => {
    if (row === undefined || row.embedding_id !== model.id || row.revision !== revision) return false;
    if (row.method !== CLUSTER_METHOD) return false;
    const { minClusterSize, minSamples } = chooseParameters(row.experience_count, settings);
    return row.min_cluster_size === minClusterSize && row.min_samples === minSamples;
  };

  async function compute(axis: Axis, model: EmbeddingModel): Promise<AxisClusters> {
    const key = `${axis} ${model.id}`;
    const run = running.get(key) ?? clusterAndSave(axis, model).finally(() => running.delete(key));
    running.set(key, run);
    await run;
    const stored = await readStored(axis);
    if (stored.clusters === undefined) throw new Error(`the clustering of ${axis} was not stored`);
    return { ...stored.clusters, stale: !isFresh(stored, model) };
  }

  async function clusterAndSave(axis: Axis, model: EmbeddingModel): Promise<void> {
    const vectors = await parts.readVectors(axis, model);
    await clusterAxis(parts.context, { axis, model, vectors }, parts.onSaved);
    await parts.afterSaving();
  }

  return {
    readStored,
    isFresh,
    async findNewest(axis) {
      const model = await parts.readyModel();
      const stored = await readStored(axis);
      if (stored.clusters === undefined || !isFresh(stored, model)) return compute(axis, model);
      expectEnough(axis, stored.clusters.experienceCount, settings.minExperiences);
      return stored.clusters;
    },
  };
}
