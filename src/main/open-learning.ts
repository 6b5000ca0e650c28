import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import type { EntryCatalogue, Learning, LearningSemantics } from '../learning/index.js';
import type { Redactor } from '../redaction/index.js';

/** What a project's entries have taught. SQLite is loaded, and the file made, when somebody asks for the first time. */
export interface LearningSource {
  /** Whether there is a database already. */
  exists(): boolean;
  /** Rejects with a `StorageError` where the database cannot be used, and tries again at the next call. */
  readonly open: () => Promise<Learning>;
  /** Every entry, whether it was stored or not. */
  readonly entries: EntryCatalogue;
  close(): Promise<void>;
}

export interface OpenLearningOptions {
  readonly settings: Pick<Settings, 'learning' | 'storage'>;
  readonly semantics: () => Promise<LearningSemantics>;
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

export function openLearningSource(options: OpenLearningOptions): LearningSource {
  const { settings, semantics, journal, redactor, logger } = options;
  const file = path.join(settings.storage.dataFolder, 'experiences.db');
  let opened: Promise<Learning> | undefined;

  async function open(): Promise<Learning> {
    const { openLearning } = await import('../learning/index.js');
    const learning = await openLearning({ file, semantics, journal, settings: settings.learning, logger });
    return {
      ...learning,
      storeValue: async (text, clusterId, axis) => learning.storeValue(await redactor.redact(text), clusterId, axis),
    };
  }

  const openOnce = (): Promise<Learning> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const exists = () => existsSync(file);

  return {
    exists,
    open: openOnce,
    entries: {
      async list(filter) {
        const { createEntryCatalogue } = await import('../learning/index.js');
        // A look at an empty list makes no database.
        const stored = async () => (exists() ? openOnce() : { listExperiences: async () => [] });
        return createEntryCatalogue({ journal, learning: stored }).list(filter);
      },
    },
    async close() {
      const learning = await opened?.catch(() => undefined);
      await learning?.close();
    },
  };
}
