import { mkdir, realpath } from 'node:fs/promises';
import { isInside } from '../../kernel/real-path.js';
import { UserError } from '../../kernel/user-error.js';
import { holdLock } from './hold-lock.js';
import { readTrustList, renderTrustList, type TrustList, trustListPath } from './trust-list.js';
import type { TrustState } from './trust-state.js';

/** Puts a whole file in place; the program hands in its atomic writer. */
export type WriteFile = (path: string, text: string, options: { readonly mode: number }) => Promise<void>;

/**
 * What the user has said of this folder's own file. `pinOf` says what the file and its programs are now, and is asked
 * only for a folder that was trusted; where it rejects, they are not what was trusted.
 */
export async function trustState(
  folder: string,
  pinOf: () => Promise<string>,
  configFolder: string,
): Promise<TrustState> {
  const real = await realFolder(folder);
  // A list that lies inside the project was perhaps delivered with it: it vouches for nothing.
  if (real === undefined || (await liesInside(configFolder, real))) return 'unknown';
  const stored = await readTrustList(configFolder);
  // A damaged list trusts nobody. The error about it comes when somebody wants to change it.
  const known = stored.kind === 'list' ? stored.list.get(real) : undefined;
  if (known === undefined) return 'unknown';
  if (known === null) return 'unpinned';
  const pin = await pinOf().catch(() => undefined);
  return known === pin ? 'trusted' : 'changed';
}

/** Remembers the folder by its real path, so that a link with another target is another folder, and its file's pin. */
export async function trustFolder(folder: string, pin: string, configFolder: string, write: WriteFile): Promise<void> {
  const real = await existingFolder(folder);
  if (await liesInside(configFolder, real)) {
    throw new UserError(
      'validation_error',
      `${folder} cannot be trusted: it contains ${configFolder}, where trust is remembered; use a folder below it`,
    );
  }
  await changeList(configFolder, write, (list) => (list.get(real) === pin ? list : new Map([...list, [real, pin]])));
}

export async function distrustFolder(folder: string, configFolder: string, write: WriteFile): Promise<void> {
  // The folder may be gone already: then it is forgotten under the path it was given as.
  const real = (await realFolder(folder)) ?? folder;
  await changeList(configFolder, write, (list) =>
    list.has(real) ? new Map([...list].filter(([trusted]) => trusted !== real)) : list,
  );
}

/** Reads, changes and writes the list while nobody else does: of two changes at once none may be lost. */
async function changeList(
  configFolder: string,
  write: WriteFile,
  change: (list: TrustList) => TrustList,
): Promise<void> {
  const path = trustListPath(configFolder);
  await mkdir(configFolder, { recursive: true, mode: 0o700 });
  const isDone = await holdLock(`${path}.lock`, async (lock) => {
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
  if (!isDone) await changeList(configFolder, write, change);
}

/** Whether the folder of the user's own files is inside a project: what is there may have come with the project. */
export async function liesInside(configFolder: string, project: string): Promise<boolean> {
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
