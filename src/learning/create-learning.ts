import { formatCount } from '../kernel/format-count.js';
import { plainLine } from '../kernel/plain-text.js';
import { UserError } from '../kernel/user-error.js';
import { parseClusterId } from './clusters/cluster-id.js';
import type { AxisClusters } from './clusters/clustering.js';
import { createClusters, type WaitLimits } from './clusters/create-clusters.js';
import { readMembers } from './clusters/read-members.js';
import type { LearningContext } from './context.js';
import { readCounters } from './database/counters.js';
import { truncateLog } from './database/truncate-log.js';
import { AXES, type Axis } from './experiences/axis.js';
import { findDamaged } from './experiences/experience-row.js';
import { exportExperiences, listExperiences, readExperiences } from './experiences/read-experiences.js';
import { deleteExperience } from './experiences/store-experience.js';
import type { Learning, LearningStats } from './learning.js';
import { createReadVectors } from './memory/axis-vectors.js';
import { createReadWords } from './memory/axis-words.js';
import { backfill } from './memory/backfill.js';
import { createFindModel, type EmbeddingModel, WITHOUT_MODEL } from './memory/embedding-model.js';
import { createUseModel, reachEmbedding } from './memory/use-model.js';
import { readCalibration } from './retrospective/calibration.js';
import { readRetrospective } from './retrospective/retrospective.js';
import { createEntrySaver } from './saving/save-entries.js';
import { createEmbedQuery } from './search/embed-query.js';
import { findSimilarHypotheses, readHitRate } from './search/premortem.js';
import { searchExperiences } from './search/search-experiences.js';
import { createValues } from './values/create-values.js';
import { findNearestValue } from './values/nearest-value.js';
import { revalidate } from './values/revalidate.js';

export type OnValuesChanged = (learning: Pick<Learning, 'strongestValues'>) => Promise<void>;

export function createLearning(
  context: LearningContext,
  onValuesChanged: OnValuesChanged = async () => undefined,
): Omit<Learning, 'isReplaced' | 'close'> {
  const { database, breaker, clock, closing, logger } = context;
  const background = createBackground(context);
  const findModel = createFindModel(context);
  const useModel = createUseModel(context, findModel);
  const readVectors = createReadVectors(context);
  const readWords = createReadWords(context);
  const filled = createFilled(context);
  const embedQuery = createEmbedQuery(context, { readVectors, readWords, useModel, onModel: fillInBackground });
  const searchParts = { database, readWords, embedQuery };
  const clusters = createClusters({
    context,
    readVectors,
    findModel: reachModel,
    readyModel,
    onSaved: revalidate,
    afterSaving: noteValues,
  });
  const values = createValues({ database, getClusters, useModel, clock });

  function noteValues(): Promise<void> {
    return onValuesChanged({ strongestValues: (limit) => values.strongest(limit) });
  }

  /** Searching uses the existing vectors while the others are computed. */
  function fillInBackground(model: EmbeddingModel): void {
    background.add('backfill', () => filled(model));
  }

  /** For callers that do not wait for another program to start. */
  function reachModel(): Promise<EmbeddingModel | undefined> {
    return reachEmbedding(breaker, findModel);
  }

  /** Clusters of half of the experiences would tear those of the whole apart: they wait. */
  async function readyModel(): Promise<EmbeddingModel> {
    const model = await reachModel();
    if (model === undefined) throw new UserError('validation_error', WITHOUT_MODEL);
    await filled(model);
    return model;
  }

  async function getClusters(axis: Axis, limits?: WaitLimits): Promise<AxisClusters> {
    const found = await clusters.current(axis, limits);
    if (found.stale) background.add(`clusters ${axis}`, () => clusters.refresh(axis));
    return found;
  }

  async function isAnyOld(axes: readonly Axis[]): Promise<Axis[]> {
    const old: Axis[] = [];
    for (const axis of axes) if (!(await clusters.isCurrent(axis))) old.push(axis);
    return old;
  }

  return {
    storeId: context.storeId,
    ...createEntrySaver(context, findModel),

    getExperience: async (id) => (await readExperiences(database, [id]))[0],
    listExperiences: (filter) => listExperiences(database, filter),
    async deleteExperience(id) {
      const isDeleted = await deleteExperience(database, id);
      if (isDeleted && !(await truncateLog(context.driver, database.file)))
        logger.log('warn', 'learning.log_kept', { id });
      return isDeleted;
    },
    exportExperiences: () => exportExperiences(database),

    getClusters,
    getClusterMembers: async (id, limit, offset = 0) =>
      readMembers({ database, readVectors }, parseClusterId(id), { limit, offset }),

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
    findNearestValue: (request) => findNearestValue({ database, useModel }, request),
    getRetrospective: (axis, limits) =>
      readRetrospective({ database, values, getClusters: (own) => getClusters(own, limits) }, axis),
    calibration: () => readCalibration(database),
    async listValues(filter) {
      const found = await values.list(filter);
      const axes = AXES.filter((axis) => found.some((value) => value.axis === axis));
      if (axes.length === 0) return { values: found, isBeingChecked: false };
      const old = await isAnyOld(axes).catch((error: unknown) => {
        // The list needs no model; that there is none now is no reason to withhold it.
        logger.log('warn', 'learning.values_unchecked', { message: String(error) });
        return [];
      });
      for (const axis of old) background.add(`clusters ${axis}`, () => clusters.refresh(axis));
      return { values: found, isBeingChecked: old.length > 0 };
    },

    searchExperiences: (request) => searchExperiences(searchParts, request),
    findSimilarHypotheses: (hypothesis) => findSimilarHypotheses(searchParts, hypothesis),
    hitRate: (hypothesis) => readHitRate(database, hypothesis),

    stats: () => database.read((connection) => connection.first<LearningStats>(STATS) ?? NOTHING),
    leftOut: async () => describeDamaged(await database.read(findDamaged)),
    drain: () => background.drain(),
  };

  function createFilled({ database: stored }: LearningContext): (model: EmbeddingModel) => Promise<unknown> {
    const running = new Map<number, Promise<unknown>>();
    /** At which revision each model was found to have made all vectors: looking through thousands takes a while. */
    const complete = new Map<number, number>();
    return async (model) => {
      const lacking = await stored.read((connection) => {
        const { revision } = readCounters(connection);
        const value = connection.first(LACKING_VALUE, [model.id]);
        if (value !== undefined || complete.get(model.id) === revision) return value;
        const experience = connection.first(LACKING_EXPERIENCE, [model.id]);
        if (experience === undefined) complete.set(model.id, revision);
        return experience;
      });
      const begun = running.get(model.id);
      if ((lacking === undefined && begun === undefined) || closing.aborted) return;
      const run = begun ?? backfill(context, model).finally(() => running.delete(model.id));
      running.set(model.id, run);
      await run;
    };
  }
}

function describeDamaged(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const count = formatCount(ids.length, 'damaged experience is', 'damaged experiences are');
  const named = ids.slice(0, MAX_NAMED).map(plainLine).join(', ');
  return `${count} left out (${named}${ids.length > MAX_NAMED ? ', …' : ''}); \`witan journal delete <id>\` removes one`;
}

const MAX_NAMED = 3;

const LACKING_EXPERIENCE = `SELECT 1 AS found FROM experiences WHERE NOT EXISTS
  (SELECT 1 FROM vectors WHERE experience_id = experiences.id AND embedding_id = ?) LIMIT 1`;
const LACKING_VALUE = `SELECT 1 AS found FROM learned_values WHERE NOT EXISTS
  (SELECT 1 FROM value_vectors WHERE value_id = learned_values.id AND embedding_id = ?) LIMIT 1`;

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
      const run = work()
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
