import { existsSync, statSync } from 'node:fs';
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
  let opening: { readonly store: Promise<Store>; readonly inode: bigint } | undefined;
  return {
    /** After `witan project delete` or `use` SQLite would write to a file that has lost its name: that one is closed. */
    async open() {
      closing.signal.throwIfAborted();
      const folder = memory.find();
      const file = folder === undefined ? undefined : path.join(folder, name);
      const inode = file === undefined ? undefined : statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
      if (opening !== undefined && opening.inode !== inode) {
        const former = opening.store;
        opening = undefined;
        source.forget(former);
        void former.then((store) => store.close()).catch(() => undefined);
      }
      const current = source.open();
      const store = await current;
      opening ??= { store: current, inode: statSync(path.join(memory.make(), name), { bigint: true }).ino };
      return store;
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
