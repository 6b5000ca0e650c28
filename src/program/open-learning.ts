import type { Settings } from '../config/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import { createEntryCatalog, type EntryCatalog } from '../learning/entry-catalog.js';
import type { Learning, LearningSemantics } from '../learning/index.js';
import type { Redactor } from '../redaction/index.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';
import { type LazyDatabase, lazyDatabase } from './lazy-database.js';

export interface LazyLearning extends LazyDatabase<Learning> {
  /** Every entry, whether it was stored or not. */
  readonly entries: EntryCatalog;
}

interface LazyLearningOptions {
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

/** What a project's entries have taught. */
export function lazyLearning(options: LazyLearningOptions): LazyLearning {
  const { journal, memory } = options;
  const database = lazyDatabase({ name: 'experiences.db', memory, open: (file) => openSharing(file, options) });
  const stored = async () => ((await database.exists()) ? database.open() : { listExperiences: async () => [] });
  return { ...database, entries: createEntryCatalog({ journal, learning: stored }) };
}

/** Learning that shares its strongest values with the hooks after each change of them. */
async function openSharing(file: string, options: LazyLearningOptions): Promise<Learning> {
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
