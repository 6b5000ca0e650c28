import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../kernel/user-error.js';
import { readConfigText, reasonOf } from './layers/read-config-text.js';
import { holdLock } from './trust/hold-lock.js';
import { liesInside, type WriteFile } from './trust/trust-store.js';

/** Which databases this user's Witan made or adopted, by their random ids and their real paths. */
export interface DatabaseList {
  isKnown(id: number, file: string): Promise<boolean>;
  /** Where the database with this id was last; undefined for one that is not listed. */
  fileOf(id: number): Promise<string | undefined>;
  add(id: number, file: string): Promise<void>;
}

export interface DatabaseListOptions {
  readonly configFolder: string;
  /** A list inside this folder may have come with it, and proves nothing. */
  readonly projectFolder: string;
  /** Puts a whole file in place. */
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
  const read = await readConfigText(join(configFolder, NAME));
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

/** Reads, changes and writes the list while no other process does: of two changes at once none may be lost. */
async function addEntry(entry: Entry, options: DatabaseListOptions): Promise<void> {
  const { configFolder, write } = options;
  const path = join(configFolder, NAME);
  try {
    await mkdir(configFolder, { recursive: true, mode: 0o700 });
    const isDone = await holdLock(`${path}.lock`, async ({ isStillHeld }) => {
      const databases = shorten([...(await readList(configFolder)), entry]);
      if (!(await isStillHeld())) return false;
      await write(path, `${JSON.stringify({ databases }, null, 1)}\n`, { mode: 0o600 });
      return true;
    });
    if (!isDone) await addEntry(entry, options);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
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
 * Processes that died, or were slower than another, while they made a database leave entries that no file has. The
 * newest of a path are kept, and of all.
 */
function shorten(entries: readonly Entry[]): Entry[] {
  const counts = new Map<string, number>();
  const kept = entries.toReversed().filter(({ file }) => {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count <= MAX_PER_FILE;
  });
  return kept.slice(0, MAX_ENTRIES).reverse();
}

const MAX_PER_FILE = 20;
/** Well below the size up to which the list is read. */
const MAX_ENTRIES = 3_000;
