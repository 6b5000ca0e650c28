import type { Settings } from '../config/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import type { EntryCatalog, Learning, LearningSemantics } from '../learning/index.js';
import type { Redactor } from '../redaction/index.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';
import { type DatabasePart, openDatabasePart } from './open-database-part.js';

/** What a project's entries have taught. */
export interface LearningPart extends DatabasePart<Learning> {
  /** Every entry, whether it was stored or not. */
  readonly entries: EntryCatalog;
}

export interface LearningPartOptions {
  readonly settings: Pick<Settings, 'learning'>;
  readonly semantics: () => Promise<LearningSemantics>;
  readonly fallback?: (() => Promise<LearningSemantics>) | undefined;
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly memory: ProjectMemory;
  readonly logger: Logger;
  /** Hands the values with most evidence on to the hooks, which cannot read the database. */
  readonly storeValues: (
    readValues: () => Promise<readonly { readonly text: string; readonly experiences: number }[]>,
  ) => Promise<void>;
}

export function openLearningPart(options: LearningPartOptions): LearningPart {
  const { journal, memory } = options;
  const part = openDatabasePart({ name: 'experiences.db', memory, open: (file) => openSharing(file, options) });
  const stored = async () => ((await part.exists()) ? part.open() : { listExperiences: async () => [] });
  const catalog = async () => (await import('../learning/index.js')).createEntryCatalog({ journal, learning: stored });
  return {
    ...part,
    entries: {
      list: async (filter) => (await catalog()).list(filter),
      find: async (id) => (await catalog()).find(id),
      status: async () => (await catalog()).status(),
      adopt: async (id, session) => (await catalog()).adopt(id, session),
      abandon: async (id, reason) => (await catalog()).abandon(id, reason),
      endSession: async () => (await catalog()).endSession(),
      delete: async (id) => (await catalog()).delete(id),
    },
  };
}

/** Learning that shares its strongest values with the hooks after each change of them. */
async function openSharing(file: string, options: LearningPartOptions): Promise<Learning> {
  const { settings, semantics, fallback = semantics, journal, redactor, logger } = options;
  const share = async ({ strongestValues }: Pick<Learning, 'strongestValues'>) => {
    try {
      await options.storeValues(async () => {
        const values = await strongestValues(MAX_SHARED_VALUES);
        return values.map(({ text, clusterSize }) => ({ text, experiences: clusterSize }));
      });
    } catch (error) {
      // Hooks continue with what they have.
      logger.log('warn', 'learning.values_not_shared', { message: String(error) });
    }
  };
  const { openLearning } = await import('../learning/index.js');
  const learning = await openLearning({
    file,
    semantics,
    fallback,
    journal,
    settings: settings.learning,
    logger,
    onValuesChanged: share,
  });
  await share(learning);
  return {
    ...learning,
    storeValue: async (text, clusterId, axis) => learning.storeValue(await redactor.redact(text), clusterId, axis),
  };
}

const MAX_SHARED_VALUES = 3;
