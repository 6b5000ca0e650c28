import { UserError } from '../kernel/user-error.js';
import { truncateLog } from '../storage/index.js';
import { parseClusterId } from './clusters/cluster-id.js';
import type { AxisClusters } from './clusters/clustering.js';
import { type ClusterComputerParts, createClusterComputer } from './clusters/compute-clusters.js';
import { type Clusters, createClusters, type WaitLimits } from './clusters/create-clusters.js';
import { readMembers } from './clusters/read-members.js';
import { readPoints } from './clusters/read-points.js';
import type { LearningContext } from './context.js';
import { AXES, type Axis } from './experiences/axis.js';
import {
  type ExperienceFilter,
  exportExperiences,
  listExperiences,
  readExperiences,
} from './experiences/read-experiences.js';
import { deleteExperience } from './experiences/store-experience.js';
import type { Learning, LearningStats } from './learning.js';
import { createReadVectors } from './memory/axis-vectors.js';
import { createReadWords } from './memory/axis-words.js';
import { type Backfill, createBackfill } from './memory/backfill.js';
import { createFindModel, type EmbeddingModel, type FindModel, WITHOUT_MODEL } from './memory/embedding-model.js';
import { createUseModel, reachEmbedding } from './memory/use-model.js';
import { readCalibration } from './retrospective/calibration.js';
import { readRetrospective } from './retrospective/retrospective.js';
import { createEntrySaver } from './saving/save-entries.js';
import { createEmbedQuery } from './search/embed-query.js';
import { findSimilarHypotheses, readHitRate } from './search/premortem.js';
import { searchExperiences } from './search/search-experiences.js';
import { createValues, type Values } from './values/create-values.js';
import { findNearestValue } from './values/nearest-value.js';
import { revalidate } from './values/revalidate.js';

export type OnValuesChanged = (learning: Pick<Learning, 'strongestValues'>) => Promise<void>;

export function createLearning(
  context: LearningContext,
  onValuesChanged: OnValuesChanged = async () => undefined,
): Omit<Learning, 'close'> {
  const { database } = context;
  const findModel = createFindModel(context);
  const readVectors = createReadVectors(context);
  const background = createBackground(context);
  const backfill = createBackfill(context);
  const useModel = createUseModel(context, findModel);
  const clusters = openClusters({ context, readVectors, findModel, backfill, noteValues });
  const values = createValues({ database, getClusters, useModel, clock: context.clock });
  // Searching uses the existing vectors while the others are computed.
  const onModel = (model: EmbeddingModel) => background.add('backfill', () => backfill(model));
  const readWords = createReadWords(context);
  const embedQuery = createEmbedQuery(context, { readVectors, readWords, useModel, onModel });
  const searchParts = { database, readWords, embedQuery };

  function noteValues(): Promise<void> {
    return onValuesChanged({ strongestValues: (limit) => values.strongest(limit) });
  }

  function refreshInBackground(axis: Axis): void {
    background.add(`clusters ${axis}`, () => clusters.refresh(axis));
  }

  async function getClusters(axis: Axis, limits?: WaitLimits): Promise<AxisClusters> {
    const found = await clusters.current(axis, limits);
    if (found.stale) refreshInBackground(axis);
    return found;
  }

  return {
    storeId: context.storeId,
    ...createEntrySaver(context, findModel),
    ...experienceOperations(context),
    ...valueOperations({ context, clusters, values, noteValues, refreshInBackground }),
    getClusters,
    getClusterMembers: async (id, limit, offset = 0) =>
      readMembers({ database, readVectors }, parseClusterId(id), { limit, offset }),
    getPoints: (axis) => readPoints({ database, readVectors }, axis),
    findNearestValue: (request) => findNearestValue({ database, useModel }, request),
    getRetrospective: (axis, limits) =>
      readRetrospective({ database, values, getClusters: (own) => getClusters(own, limits) }, axis),
    calibration: () => readCalibration(database),
    searchExperiences: (request) => searchExperiences(searchParts, request),
    findSimilarHypotheses: (hypothesis) => findSimilarHypotheses(searchParts, hypothesis),
    hitRate: (hypothesis) => readHitRate(database, hypothesis),
    drain: () => background.drain(),
  };
}

interface OpenClustersInput extends Pick<ClusterComputerParts, 'context' | 'readVectors'> {
  readonly findModel: FindModel;
  readonly backfill: Backfill;
  readonly noteValues: () => Promise<void>;
}

function openClusters({ context, readVectors, findModel, backfill, noteValues }: OpenClustersInput): Clusters {
  const reachModel = () => reachEmbedding(context.breaker, findModel);
  /** Clusters of half of the experiences would tear those of the whole apart: they wait. */
  const readyModel = async (): Promise<EmbeddingModel> => {
    const model = await reachModel();
    if (model === undefined) throw new UserError('validation_error', WITHOUT_MODEL);
    await backfill(model);
    return model;
  };
  const saving = { onSaved: revalidate, afterSaving: noteValues };
  const computer = createClusterComputer({ context, readVectors, readyModel, ...saving });
  return createClusters({ computer, findModel: reachModel, ...context });
}

function experienceOperations({ database, driver, logger }: LearningContext) {
  return {
    getExperience: async (id: string) => (await readExperiences(database, [id]))[0],
    listExperiences: (filter: ExperienceFilter) => listExperiences(database, filter),
    async deleteExperience(id: string) {
      const isDeleted = await deleteExperience(database, id);
      if (isDeleted && !(await truncateLog(driver, database.file))) logger.log('warn', 'learning.log_kept', { id });
      return isDeleted;
    },
    exportExperiences: () => exportExperiences(database),
    stats: () => database.read((connection) => connection.first<LearningStats>(STATS) ?? NOTHING),
  };
}

interface ValueOperationsInput {
  readonly context: LearningContext;
  readonly clusters: Clusters;
  readonly values: Values;
  readonly noteValues: () => Promise<void>;
  readonly refreshInBackground: (axis: Axis) => void;
}

type ValueOperations = Pick<
  Learning,
  'validateValue' | 'storeValue' | 'deleteValue' | 'strongestValues' | 'listValues'
>;

function valueOperations(input: ValueOperationsInput): ValueOperations {
  const { context, clusters, values, noteValues, refreshInBackground } = input;
  return {
    validateValue: (text, id) => values.validate(text, id),
    async storeValue(text, id, axis) {
      const value = await values.store(text, id, axis);
      await noteValues();
      return value;
    },
    async deleteValue(id) {
      const isDeleted = await values.delete(id);
      await noteValues();
      return isDeleted;
    },
    strongestValues: (limit) => values.strongest(limit),
    async listValues(filter) {
      const found = await values.list(filter);
      const old: Axis[] = [];
      try {
        for (const axis of AXES.filter((each) => found.some((value) => value.axis === each)))
          if (!(await clusters.isCurrent(axis))) old.push(axis);
      } catch (error) {
        // The list needs no model; that there is none now is no reason to withhold it.
        context.logger.log('warn', 'learning.values_unchecked', { message: String(error) });
      }
      for (const axis of old) refreshInBackground(axis);
      return { values: found, isBeingChecked: old.length > 0 };
    },
  };
}

const NOTHING: LearningStats = { experiences: 0, values: 0, driftingValues: 0 };

const STATS = `SELECT (SELECT count(*) FROM experiences) AS experiences, count(*) AS "values",
  count(drift) AS driftingValues FROM learned_values`;

interface Background {
  /** Work of the same name is not begun twice. */
  add(name: string, work: () => Promise<unknown>): void;
  drain(): Promise<void>;
}

function createBackground({ logger, closing }: LearningContext): Background {
  const running = new Map<string, Promise<unknown>>();
  return {
    add(name, work) {
      if (running.has(name) || closing.aborted) return;
      // Not before the call that asks for it is answered: looking for what is missing takes a while itself.
      const run = new Promise(setImmediate)
        .then(work)
        .catch((error: unknown) => {
          if (!closing.aborted) logger.log('warn', 'learning.background_failed', { name, message: String(error) });
        })
        .finally(() => running.delete(name));
      running.set(name, run);
    },
    async drain() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
