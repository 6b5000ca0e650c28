import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../kernel/user-error.js';
import { readConfigText } from '../layers/read-config-text.js';

/** Puts a whole file in place; the program hands in its atomic writer. */
export type WriteFile = (path: string, text: string, options: { readonly mode: number }) => Promise<void>;

const storeSchema = z.object({ folders: z.array(z.string()) });

/** Whether the user has said that this folder's own configuration may choose programs, addresses and limits. */
export async function isTrusted(folder: string, configFolder: string): Promise<boolean> {
  const real = await realFolder(folder);
  // A list that lies inside the project was perhaps delivered with it: it vouches for nothing.
  if (real === undefined || (await liesInside(configFolder, real))) return false;
  const stored = await readStore(configFolder);
  // A damaged list trusts nobody. The error about it comes when somebody wants to change it.
  return stored.kind === 'folders' && stored.folders.includes(real);
}

/** Remembers the folder by its real path, so that a link with another target is another folder. */
export async function trustFolder(folder: string, configFolder: string, write: WriteFile): Promise<void> {
  const real = await existingFolder(folder);
  if (await liesInside(configFolder, real)) {
    throw new UserError(
      'validation_error',
      `${folder} cannot be trusted: it contains ${configFolder}, where trust is remembered; use a folder below it`,
    );
  }
  const folders = await storedFolders(configFolder);
  if (!folders.includes(real)) await writeStore(configFolder, [...folders, real].sort(), write);
}

export async function distrustFolder(folder: string, configFolder: string, write: WriteFile): Promise<void> {
  // The folder may be gone already: then it is forgotten under the path it was given as.
  const real = (await realFolder(folder)) ?? folder;
  const folders = await storedFolders(configFolder);
  if (folders.includes(real)) {
    await writeStore(
      configFolder,
      folders.filter((trusted) => trusted !== real),
      write,
    );
  }
}

async function storedFolders(configFolder: string): Promise<readonly string[]> {
  const stored = await readStore(configFolder);
  if (stored.kind === 'folders') return stored.folders;
  throw new UserError(
    'validation_error',
    `${storePath(configFolder)}: ${stored.reason}; correct it or delete it, then trust your folders again`,
  );
}

type Stored =
  | { readonly kind: 'folders'; readonly folders: readonly string[] }
  | { readonly kind: 'damaged'; readonly reason: string };

async function readStore(configFolder: string): Promise<Stored> {
  const read = await readConfigText(storePath(configFolder));
  if (read.kind === 'missing') return { kind: 'folders', folders: [] };
  if (read.kind === 'unreadable') return { kind: 'damaged', reason: `cannot be read: ${read.reason}` };
  try {
    return { kind: 'folders', folders: storeSchema.parse(JSON.parse(read.text)).folders };
  } catch {
    return { kind: 'damaged', reason: 'is not a list of trusted folders' };
  }
}

async function writeStore(configFolder: string, folders: readonly string[], write: WriteFile): Promise<void> {
  await mkdir(configFolder, { recursive: true, mode: 0o700 });
  await write(storePath(configFolder), `${JSON.stringify({ folders }, null, 2)}\n`, { mode: 0o600 });
}

function storePath(configFolder: string): string {
  return join(configFolder, 'trusted.json');
}

async function liesInside(configFolder: string, project: string): Promise<boolean> {
  const path = relative(project, (await realFolder(configFolder)) ?? configFolder);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`));
}

async function existingFolder(folder: string): Promise<string> {
  const real = await realFolder(folder);
  if (real !== undefined) return real;
  throw new UserError('not_found', `${folder} does not exist; name an existing folder`);
}

async function realFolder(folder: string): Promise<string | undefined> {
  return realpath(folder).catch(() => undefined);
}
