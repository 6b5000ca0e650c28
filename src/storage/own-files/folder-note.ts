import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from '../../kernel/config-folder.js';
import { hashText } from '../../kernel/hash-text.js';
import { isRecord } from '../../kernel/is-record.js';
import { isInside, realPathOf } from '../../kernel/real-path.js';
import { makeOwnFolder, removeOwnFile } from './own-folder.js';
import { readOwnText } from './read-own-file.js';
import { writeOwnFileSync } from './write-own-file.js';

// What is in a folder may have come from anywhere. What the user thinks of it is a small file for each folder in the
// user's own config folder: one read for a hook, and no list that several processes would change.

export type FolderNote = Readonly<Record<string, unknown>>;

/** `kind` is the name of the folder that the notes are in. Undefined if there is none, or none that can be read. */
export function readFolderNote(kind: string, folder: string): FolderNote | undefined {
  try {
    const real = realPathOf(folder);
    const path = notePath(kind, real);
    const text = path === undefined ? undefined : readOwnText(path, MAX_BYTES);
    const note: unknown = text === undefined ? undefined : JSON.parse(text);
    return isRecord(note) && note.folder === real ? note : undefined;
  } catch {
    return undefined;
  }
}

/** False if it could not be written. */
export function writeFolderNote(kind: string, folder: string, note: FolderNote): boolean {
  try {
    const real = realPathOf(folder);
    const path = notePath(kind, real);
    if (path === undefined) return false;
    makeOwnFolder(dirname(path));
    writeOwnFileSync(path, `${JSON.stringify({ folder: real, ...note })}\n`);
    return true;
  } catch {
    return false;
  }
}

export function removeFolderNote(kind: string, folder: string): void {
  const path = notePath(kind, realPathOf(folder));
  if (path !== undefined) removeOwnFile(path);
}

const MAX_BYTES = 10_000;

/** The user's config folder. Undefined if it is inside the folder: what is there may have come with it. */
export function configFolderFor(folder: string): string | undefined {
  const config = realPathOf(configFolder(process.env.HOME || homedir(), process.env));
  return isInside(realPathOf(folder), config) ? undefined : config;
}

/** Of a real path. */
function notePath(kind: string, folder: string): string | undefined {
  const config = configFolderFor(folder);
  if (config === undefined) return undefined;
  const name = folder.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
  return join(config, kind, `${name}-${hashText(folder).toString(16)}.json`);
}
