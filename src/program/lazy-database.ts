import { lstat } from 'node:fs/promises';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';

/** A database that is opened at its first use: only then SQLite is loaded, and the file created. */
export interface LazyDatabase<Store> {
  /**
   * To be called for each use: a file that was removed or replaced is opened again. Rejects with a `StorageError` if
   * the database cannot be used, and tries again at the next call.
   */
  readonly open: () => Promise<Store>;
  /** Undefined if it was not opened. */
  readonly opened: () => Promise<Store | undefined>;
  /** Whether there is a database: looking for something in it must not create one. */
  readonly exists: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

interface LazyDatabaseOptions<Store> {
  /** For the log. */
  readonly name: string;
  readonly file: string;
  readonly logger: Logger;
  readonly open: () => Promise<Store>;
}

export function lazyDatabase<Store extends { isReplaced(): boolean; close(): Promise<void> }>(
  options: LazyDatabaseOptions<Store>,
): LazyDatabase<Store> {
  const { name, file, logger } = options;
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
    async close() {
      closing.abort(new DOMException('The program ends.', 'AbortError'));
      await (await opened())?.close();
    },
  };
}
