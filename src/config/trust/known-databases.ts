import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../kernel/error-code.js';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText, reasonOf } from '../files/read-config-text.js';
import { withConfigLock } from './config-lock.js';
import { liesInside, type WriteFile } from './trust-store.js';

/** The databases that this user's Witan created or adopted, by random id and real path. */
export interface DatabaseList {
  isKnown(id: number, file: string): Promise<boolean>;
  /** The last path of the database; undefined if it is not listed. */
  fileOf(id: number): Promise<string | undefined>;
  add(id: number, file: string): Promise<void>;
}

export interface DatabaseListOptions {
  readonly configFolder: string;
  /** A list inside this folder may have come with it, so it proves nothing. */
  readonly projectFolder: string;
  readonly write: WriteFile;
  readonly now: () => Date;
}

/** `databases.json` in the user's config folder. Everything here rejects with a `UserError`. */
export function createDatabaseList(options: DatabaseListOptions): DatabaseList {
  const { configFolder, projectFolder } = options;

  async function expectOutside(): Promise<void> {
    if (!(await liesInside(configFolder, projectFolder))) return;
    throw new UserError(
      'conflict',
      `${NAME}, which lists your databases, is inside this project, so it proves nothing; use a folder below it as the project`,
    );
  }

  return {
    async isKnown(id, file) {
      await expectOutside();
      const key = keyOf(id);
      return (await readList(configFolder)).some((entry) => entry.id === key && entry.file === file);
    },
    async fileOf(id) {
      await expectOutside();
      const key = keyOf(id);
      return (await readList(configFolder)).findLast((entry) => entry.id === key)?.file;
    },
    async add(id, file) {
      await expectOutside();
      await addEntry({ id: keyOf(id), file, since: options.now().toISOString() }, options);
    },
  };
}

const NAME = 'databases.json';

const listSchema = z.object({
  databases: z.array(z.object({ id: z.string(), file: z.string(), since: z.string() })),
});

type Entry = z.infer<typeof listSchema>['databases'][number];

const keyOf = (id: number) => id.toString(16).padStart(8, '0');

async function readList(configFolder: string): Promise<readonly Entry[]> {
  const read = await readConfigText(join(configFolder, NAME), { maxBytes: MAX_READ_BYTES });
  if (read.kind === 'missing') return [];
  if (read.kind !== 'text') throw unusable(`cannot be read (${reasonOf(read)})`);
  try {
    return listSchema.parse(JSON.parse(read.text)).databases;
  } catch {
    throw unusable('is damaged');
  }
}

function unusable(problem: string): UserError {
  return new UserError(
    'conflict',
    `your list of databases, ${NAME} in the folder of your own config, ${problem}; correct or delete it, then run \`witan init --adopt\` in your projects`,
  );
}

/** Reads, changes and writes the list under a lock, so that parallel changes are not lost. */
async function addEntry(entry: Entry, options: DatabaseListOptions): Promise<void> {
  const { configFolder, write } = options;
  const path = join(configFolder, NAME);
  try {
    await mkdir(configFolder, { recursive: true, mode: 0o700 });
    const isDone = await withConfigLock(`${path}.lock`, async (lock) => {
      const databases = await shorten([...(await readList(configFolder)), entry]);
      if (!lock.isHeld()) return false;
      await write(path, `${JSON.stringify({ databases }, null, 1)}\n`, { mode: 0o600 });
      return true;
    });
    if (!isDone) await addEntry(entry, options);
  } catch (error) {
    const code = errorCode(error);
    throw code === undefined ? error : unwritable(code);
  }
}

function unwritable(code: string): UserError {
  return new UserError(
    'conflict',
    `your list of databases, ${NAME} in the folder of your own config, cannot be written (${code}); give yourself the right to write there, or set XDG_CONFIG_HOME to a folder of yours`,
  );
}

/**
 * Processes that died while they created a database leave entries without a file, so only the newest entries of a path
 * are kept. Entries of missing files are needed to recognize a project that moved; they are removed only if the list is
 * too long.
 */
async function shorten(entries: readonly Entry[]): Promise<Entry[]> {
  const counts = new Map<string, number>();
  const newestFirst = entries.toReversed().filter(({ file }) => {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count <= MAX_PER_FILE;
  });
  if (countFitting(newestFirst) === newestFirst.length) return newestFirst.toReversed();
  const exists = await Promise.all(newestFirst.map(hasFile));
  // A database is listed just before its file exists.
  const existing = newestFirst.filter((_, index) => index < MAX_PER_FILE || exists[index]);
  return existing.slice(0, countFitting(existing)).reverse();
}

const hasFile = ({ file }: Entry) =>
  access(file).then(
    () => true,
    () => false,
  );

/** How many of the first entries fit into the list. */
function countFitting(entries: readonly Entry[]): number {
  let bytes = 0;
  const isTooMuch = (entry: Entry, index: number) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + INDENTATION_BYTES;
    return index >= MAX_ENTRIES || bytes > MAX_WRITTEN_BYTES;
  };
  const count = entries.findIndex(isTooMuch);
  return count === -1 ? entries.length : count;
}

const MAX_PER_FILE = 20;
const MAX_ENTRIES = 3_000;
const INDENTATION_BYTES = 40;
const MAX_READ_BYTES = 4 * 1024 * 1024;
const MAX_WRITTEN_BYTES = MAX_READ_BYTES - 1_000;
