import { mkdir, realpath } from 'node:fs/promises';
import { isInside } from '../../kernel/real-path.js';
import { UserError } from '../../kernel/user-error.js';
import { withConfigLock } from './config-lock.js';
import { readTrustList, renderTrustList, type TrustList, trustListPath } from './trust-list.js';
import type { TrustState } from './trust-state.js';

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
