import { existsSync } from 'node:fs';
import path from 'node:path';
import { openOnce } from '../kernel/open-once.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';

/** A database that is opened at its first use: only then SQLite is loaded, and the file created. */
export interface LazyDatabase<Store> {
  /** Rejects with a `UserError` if the database cannot be used, and tries again at the next call. */
  readonly open: () => Promise<Store>;
  /** Undefined if it was not opened. */
  readonly opened: () => Promise<Store | undefined>;
  /** Looking for something in a database must not create one. */
  readonly exists: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

interface LazyDatabaseOptions<Store> {
  /** The name of the file. */
  readonly name: string;
  readonly memory: Pick<ProjectMemory, 'find' | 'make'>;
  readonly open: (file: string) => Promise<Store>;
}

export function lazyDatabase<Store extends { close(): Promise<void> }>(
  options: LazyDatabaseOptions<Store>,
): LazyDatabase<Store> {
  const { name, memory } = options;
  const source = openOnce(async () => options.open(path.join(memory.make(), name)));
  const closing = new AbortController();
  const opened = async () => source.opened()?.catch(() => undefined);
  return {
    async open() {
      closing.signal.throwIfAborted();
      return source.open();
    },
    opened,
    async exists() {
      const folder = memory.find();
      return folder !== undefined && existsSync(path.join(folder, name));
    },
    async close() {
      closing.abort(new DOMException('The program ends.', 'AbortError'));
      await (await opened())?.close();
    },
  };
}
