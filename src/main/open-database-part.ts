import { existsSync } from 'node:fs';
import path from 'node:path';
import { openOnce } from '../kernel/open-once.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';

/** A part of the program that has a database. SQLite is loaded, and the file created, at the first use. */
export interface DatabasePart<Store> {
  /** Rejects with a `UserError` if the database cannot be used, and tries again at the next call. */
  readonly open: () => Promise<Store>;
  /** Undefined if it was not opened. */
  readonly opened: () => Promise<Store | undefined>;
  /** The file; undefined if there is none: looking for something in it must not create one. */
  readonly file: () => string | undefined;
  readonly exists: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface DatabasePartOptions<Store> {
  /** The name of the file. */
  readonly name: string;
  readonly memory: Pick<ProjectMemory, 'find' | 'make'>;
  readonly open: (file: string) => Promise<Store>;
}

export function openDatabasePart<Store extends { close(): Promise<void> }>(
  options: DatabasePartOptions<Store>,
): DatabasePart<Store> {
  const { name, memory } = options;
  const source = openOnce(async () => options.open(path.join(memory.make(), name)));
  const closing = new AbortController();
  const opened = async () => source.opened()?.catch(() => undefined);
  const findFile = () => {
    const folder = memory.find();
    const file = folder === undefined ? undefined : path.join(folder, name);
    return file !== undefined && existsSync(file) ? file : undefined;
  };
  return {
    async open() {
      closing.signal.throwIfAborted();
      return source.open();
    },
    opened,
    file: findFile,
    exists: async () => findFile() !== undefined,
    async close() {
      closing.abort(new DOMException('The program ends.', 'AbortError'));
      await (await opened())?.close();
    },
  };
}
