import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { PartState } from '../cli/program-port.js';
import { configFolder, createDatabaseList } from '../config/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { writeAtomically } from '../kernel/write-atomically.js';
import type { KnownDatabases } from '../storage/index.js';

/** A part of the program that has a database. SQLite is loaded, and the file created, at the first use. */
export interface DatabasePart<Store> {
  /**
   * To be called for each use: a file that was removed or replaced is opened again. Rejects with a `StorageError` if
   * the database cannot be used, and tries again at the next call.
   */
  readonly open: () => Promise<Store>;
  /** Undefined if it was not opened. */
  readonly opened: () => Promise<Store | undefined>;
  /** Whether there is a database: looking for something in it must not create one. */
  readonly exists: () => Promise<boolean>;
  /** Why the database is not used, if it came with the project or was moved. */
  readonly unused: () => Promise<PartState | undefined>;
  readonly close: () => Promise<void>;
}

export interface DatabasePartOptions<Store> {
  /** For the log. */
  readonly name: string;
  readonly file: string;
  readonly known: KnownDatabases;
  readonly logger: Logger;
  readonly open: () => Promise<Store>;
}

export function openDatabasePart<Store extends { isReplaced(): boolean; close(): Promise<void> }>(
  options: DatabasePartOptions<Store>,
): DatabasePart<Store> {
  const { name, file, known, logger } = options;
  const source = openOnce(options.open);
  const closing = new AbortController();
  const opened = async () => source.opened()?.catch(() => undefined);
  return {
    async open() {
      closing.signal.throwIfAborted();
      const current = source.open();
      const store = await current;
      if (!store.isReplaced()) return store;
      // It would write to a file that has lost its name, where no process reads it.
      logger.log('warn', `${name}.file_replaced`, { file });
      source.forget(current);
      void store.close().catch(() => undefined);
      return source.open();
    },
    opened,
    // A link that leads nowhere exists too: opening it reports what is wrong with it.
    exists: () =>
      lstat(file).then(
        () => true,
        () => false,
      ),
    async unused() {
      const { whyUnused } = await import('../storage/index.js');
      const problem = await whyUnused(file, { migrations: [], known });
      if (problem?.fault !== 'not-adopted') return undefined;
      const [text = ''] = problem.message.split(';', 1);
      return { state: 'note', text, remedy: '`witan init` shows what is in it and asks; `witan init --adopt` uses it' };
    },
    async close() {
      closing.abort(new DOMException('The program ends.', 'AbortError'));
      await (await opened())?.close();
    },
  };
}

/** The user's list of databases, as a project is measured against it. */
export function openKnownDatabases(projectFolder: string, environment: NodeJS.ProcessEnv): KnownDatabases {
  return createDatabaseList({
    configFolder: configFolder(homedir(), environment),
    projectFolder,
    write: writeAtomically,
    now: () => systemClock.now(),
  });
}
