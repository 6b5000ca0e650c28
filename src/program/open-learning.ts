import path from 'node:path';
import type { Settings } from '../config/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import { createEntryCatalog, type EntryCatalog } from '../learning/entry-catalog.js';
import type { Learning, LearningSemantics } from '../learning/index.js';
import type { Redactor } from '../redaction/index.js';
import type { KnownDatabases } from '../storage/index.js';
import { type LazyDatabase, lazyDatabase } from './lazy-database.js';

export interface LazyLearning extends LazyDatabase<Learning> {
  /** Every entry, whether it was stored or not. */
  readonly entries: EntryCatalog;
}

interface LazyLearningOptions {
  readonly settings: Pick<Settings, 'learning' | 'storage'>;
  readonly semantics: () => Promise<LearningSemantics>;
  readonly fallback?: (() => Promise<LearningSemantics>) | undefined;
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly known: KnownDatabases;
  readonly logger: Logger;
  /** Hands the values with most evidence on to the hooks, which cannot read the database. */
  readonly storeValues: (
    readValues: () => Promise<readonly { readonly text: string; readonly experiences: number }[]>,
  ) => Promise<void>;
}

/** What a project's entries have taught. */
export function lazyLearning(options: LazyLearningOptions): LazyLearning {
  const { settings, journal, logger } = options;
  const file = path.join(settings.storage.dataFolder, 'experiences.db');
  const database = lazyDatabase({ name: 'learning', file, logger, open: () => openSharing(file, options) });
  const stored = async () => ((await database.exists()) ? database.open() : { listExperiences: async () => [] });
  return { ...database, entries: createEntryCatalog({ journal, learning: stored }) };
}

/** Learning that shares its strongest values with the hooks after each change of them. */
async function openSharing(file: string, options: LazyLearningOptions): Promise<Learning> {
  const { settings, semantics, fallback = semantics, journal, redactor, known, logger } = options;
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
    known,
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
