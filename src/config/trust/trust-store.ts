import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isInside } from '../../kernel/real-path.js';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText, reasonOf } from '../files/read-config-text.js';
import { withConfigLock } from './config-lock.js';

/**
 * How the user trusts a project's own configuration file.
 * trusted: its present text may choose programs, addresses and limits. changed: another text was trusted.
 * unpinned: an older version trusted the folder without looking at the file. unknown: it was never trusted.
 */
export type TrustState = 'trusted' | 'changed' | 'unpinned' | 'unknown';

/** Writes a whole file atomically; provided by the program. */
export type WriteFile = (path: string, text: string, options: { readonly mode: number }) => Promise<void>;

/**
 * Whether the user trusts the folder's own file. `pinOf` computes the present pin, and is only called for a folder that
 * was trusted. If it rejects, the file has changed.
 */
export async function trustState(
  folder: string,
  pinOf: () => Promise<string>,
  configFolder: string,
): Promise<TrustState> {
  const real = await realFolder(folder);
  // A list inside the project may have come with it, so it proves nothing.
  if (real === undefined || (await liesInside(configFolder, real))) return 'unknown';
  const stored = await readTrustList(configFolder);
  // A damaged list trusts no folder; changing it reports the error.
  const known = stored.kind === 'list' ? stored.list.get(real) : undefined;
  if (known === undefined) return 'unknown';
  if (known === null) return 'unpinned';
  const pin = await pinOf().catch(() => undefined);
  return known === pin ? 'trusted' : 'changed';
}

export interface TrustStore {
  readonly configFolder: string;
  readonly write: WriteFile;
}

/** Stores the real path of the folder, because the target of a link can change, and the pin of its file. */
export async function trustFolder(
  { folder, pin }: { readonly folder: string; readonly pin: string },
  store: TrustStore,
): Promise<void> {
  const { configFolder } = store;
  const real = await existingFolder(folder);
  if (await liesInside(configFolder, real)) {
    throw new UserError(
      'validation_error',
      `${folder} cannot be trusted: it contains ${configFolder}, where trust is stored; use a folder below it`,
    );
  }
  await changeList(store, (list) => (list.get(real) === pin ? list : new Map([...list, [real, pin]])));
}

export async function distrustFolder(folder: string, store: TrustStore): Promise<void> {
  // A folder that is gone is removed by the given path.
  const real = (await realFolder(folder)) ?? folder;
  await changeList(store, (list) =>
    list.has(real) ? new Map([...list].filter(([trusted]) => trusted !== real)) : list,
  );
}

/** Reads, changes and writes the list under a lock, so that parallel changes are not lost. */
async function changeList(store: TrustStore, change: (list: TrustList) => TrustList): Promise<void> {
  const { configFolder, write } = store;
  const path = trustListPath(configFolder);
  await mkdir(configFolder, { recursive: true, mode: 0o700 });
  const isDone = await withConfigLock(`${path}.lock`, async (lock) => {
    const stored = await readTrustList(configFolder);
    if (stored.kind === 'damaged') {
      throw new UserError(
        'validation_error',
        `${path}: ${stored.reason}; correct it or delete it, then trust your folders again`,
      );
    }
    const changed = change(stored.list);
    if (changed === stored.list) return true;
    if (!lock.isHeld()) return false;
    await write(path, renderTrustList(changed), { mode: 0o600 });
    return true;
  });
  if (!isDone) await changeList(store, change);
}

/** Whether the user's config folder is inside a project, with which it may have come. */
async function liesInside(configFolder: string, project: string): Promise<boolean> {
  return isInside(project, (await realFolder(configFolder)) ?? configFolder);
}

async function existingFolder(folder: string): Promise<string> {
  const real = await realFolder(folder);
  if (real !== undefined) return real;
  throw new UserError('not_found', `${folder} does not exist; name an existing folder`);
}

async function realFolder(folder: string): Promise<string | undefined> {
  return realpath(folder).catch(() => undefined);
}

/** The real path of a folder -> its pin; null if an older version stored the folder without one. */
type TrustList = ReadonlyMap<string, string | null>;

type StoredTrustList =
  | { readonly kind: 'list'; readonly list: TrustList }
  | { readonly kind: 'damaged'; readonly reason: string };

const listSchema = z.object({
  folders: z.union([
    z.record(z.string(), z.string().nullable()),
    z.array(z.string()).transform((folders) => Object.fromEntries(folders.map((folder) => [folder, null]))),
  ]),
});

const MAX_LIST_BYTES = 1024 * 1024;

function trustListPath(configFolder: string): string {
  return join(configFolder, 'trusted.json');
}

async function readTrustList(configFolder: string): Promise<StoredTrustList> {
  const read = await readConfigText(trustListPath(configFolder), { maxBytes: MAX_LIST_BYTES });
  if (read.kind === 'missing') return { kind: 'list', list: new Map() };
  if (read.kind !== 'text') return { kind: 'damaged', reason: `cannot be read: ${reasonOf(read)}` };
  try {
    return { kind: 'list', list: new Map(Object.entries(listSchema.parse(JSON.parse(read.text)).folders)) };
  } catch {
    return { kind: 'damaged', reason: 'is not a list of trusted folders' };
  }
}

function renderTrustList(list: TrustList): string {
  const sorted = [...list].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ folders: Object.fromEntries(sorted) }, null, 2)}\n`;
}
