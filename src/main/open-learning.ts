import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PartState } from '../cli/ports.js';
import type { Settings } from '../config/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import type { EntryCatalog, Learning, LearningSemantics } from '../learning/index.js';
import type { Redactor } from '../redaction/index.js';
import type { KnownDatabases } from '../storage/index.js';
import { describeUnused } from './describe-unused.js';

/** What a project's entries have taught. SQLite is loaded, and the file made, when it is first asked for. */
export interface LearningSource {
  /** Whether there is a database already. */
  exists(): boolean;
  /** Why the database is not used, if it came with the project or was moved. */
  unused(): Promise<PartState | undefined>;
  /**
   * Rejects with a `StorageError` where the database cannot be used, and tries again at the next call. A file that was
   * removed or replaced since is opened again.
   */
  readonly open: () => Promise<Learning>;
  /** Every entry, whether it was stored or not. */
  readonly entries: EntryCatalog;
  close(): Promise<void>;
}

export interface OpenLearningOptions {
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

export function openLearningSource(options: OpenLearningOptions): LearningSource {
  const { settings, semantics, fallback = semantics, journal, redactor, known, logger } = options;
  const file = experiencesFile(settings);
  const closing = new AbortController();
  let replaced: Promise<Learning> | undefined;
  let openedFile: string | undefined;

  async function open(): Promise<Learning> {
    await replaced?.then((learning) => learning.close()).catch(() => undefined);
    const { openLearning } = await import('../learning/index.js');
    const learning = await openLearning({
      file,
      semantics,
      fallback,
      journal,
      settings: settings.learning,
      known,
      logger,
      onValuesChanged: shareValues,
    });
    openedFile = identityOf(file);
    await shareValues(learning);
    return {
      ...learning,
      storeValue: async (text, clusterId, axis) => learning.storeValue(await redactor.redact(text), clusterId, axis),
    };
  }

  /** Hooks go on with what they have if this fails. */
  async function shareValues(learning: Pick<Learning, 'strongestValues'>): Promise<void> {
    try {
      await options.storeValues(async () => {
        const values = await learning.strongestValues(MAX_SHARED_VALUES);
        return values.map(({ text, clusterSize }) => ({ text, experiences: clusterSize }));
      });
    } catch (error) {
      logger.log('warn', 'learning.values_not_shared', { message: String(error) });
    }
  }

  const source = openOnce(open);
  const openCurrent = async (): Promise<Learning> => {
    closing.signal.throwIfAborted();
    // A connection would write to a file that has lost its name, where no process reads it.
    if (openedFile !== undefined && openedFile !== identityOf(file)) {
      logger.log('warn', 'learning.file_replaced', {});
      openedFile = undefined;
      replaced = source.opened();
      if (replaced !== undefined) source.forget(replaced);
    }
    return source.open();
  };
  const exists = () => existsSync(file);

  return {
    exists,
    unused: () => describeUnused(file, known),
    open: openCurrent,
    entries: {
      async list(filter) {
        const { createEntryCatalog } = await import('../learning/index.js');
        // A look at an empty list makes no database.
        const stored = async () => (exists() ? openCurrent() : { listExperiences: async () => [] });
        return createEntryCatalog({ journal, learning: stored }).list(filter);
      },
    },
    async close() {
      closing.abort(new DOMException('The program ends.', 'AbortError'));
      const learning = await source.opened()?.catch(() => undefined);
      await learning?.close();
    },
  };
}

const MAX_SHARED_VALUES = 3;

function experiencesFile({ storage }: Pick<Settings, 'storage'>): string {
  return path.join(storage.dataFolder, 'experiences.db');
}

function identityOf(file: string): string | undefined {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts && `${facts.dev}:${facts.ino}`;
}
