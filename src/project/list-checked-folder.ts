import { type BigIntStats, closeSync, constants, type Dirent, fstatSync, open } from 'node:fs';
import { opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPause } from '../kernel/create-pause.js';
import { errorCode } from '../kernel/error-code.js';
import { failure, type Result, success } from '../kernel/result.js';
import { type AllowedPaths, checkPath, descriptorPath, type PathStatus } from './allowed-paths.js';
import { deniedMessage, notFoundMessage, quoted, readErrorMessage } from './read-path.js';

export interface Entry {
  /** Relative to the root, with `/`. As it is on disk: print it with `printablePath`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface CheckedFolder {
  /** Its real path, relative to the root; '' is the root. */
  readonly path: string;
  readonly entries: readonly Entry[];
}

/** The entries of a folder that was opened and checked, read through the descriptor, so that no swap can redirect it. */
export async function listCheckedFolder(
  path: string,
  written: string,
  allowed: AllowedPaths,
): Promise<Result<CheckedFolder, string>> {
  const target = join(allowed.root, path);
  try {
    // Nothing but a folder is opened at all (O_DIRECTORY); a link to one is, and the check is on where it led.
    const descriptor = await openFolder(target, constants.O_RDONLY | ONLY_FOLDERS);
    try {
      return await listOpenFolder({ descriptor, target }, written, allowed);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const isFile = errorCode(error) === 'ENOTDIR';
    return failure(isFile ? `${quoted(written)} is not a folder of the project.` : readErrorMessage(error, written));
  }
}

// A plain descriptor: a walk opens thousands of folders. What is asked of an open descriptor is asked directly: the
// disk has just answered, and the way over a thread takes longer than the answer.
const openFolder = promisify(open);
// Windows has none.
const ONLY_FOLDERS = constants.O_DIRECTORY ?? 0;

interface OpenFolder {
  readonly descriptor: number;
  readonly target: string;
}

async function listOpenFolder(
  folder: OpenFolder,
  written: string,
  allowed: AllowedPaths,
): Promise<Result<CheckedFolder, string>> {
  const { descriptor, target } = folder;
  const stats = fstatSync(descriptor, { bigint: true });
  const before = await checkDescriptor(folder, stats, allowed);
  if (before.kind === 'denied') return failure(deniedMessage(written));
  if (before.kind === 'outside') return failure(notFoundMessage(written));
  const found = await readEntries(READS_DESCRIPTORS ? `/proc/self/fd/${descriptor}` : target, stats.size);
  // If the folder could not be read through its descriptor, the path must still lead to the same one.
  const after = READS_DESCRIPTORS ? before : await checkDescriptor(folder, stats, allowed);
  if (after.kind !== 'inside' || after.path !== before.path) return failure(notFoundMessage(written));
  return success({ path: before.path, entries: await getEntries(found, before.path, allowed) });
}

const READS_DESCRIPTORS = process.platform === 'linux';

async function checkDescriptor(
  { descriptor, target }: OpenFolder,
  stats: BigIntStats,
  allowed: AllowedPaths,
): Promise<PathStatus> {
  const real = await descriptorPath(descriptor, target, stats);
  const status = checkPath(real, allowed);
  if (real === undefined || status.kind !== 'inside') return status;
  return (await allowed.witanFolders.isBehind(real, allowed.root, stats)) ? { kind: 'denied' } : status;
}

/** A folder of millions of names would fill the memory. */
async function readEntries(path: string, size: bigint): Promise<Dirent[]> {
  if (size <= LARGE_FOLDER_BYTES) return readdir(path, { withFileTypes: true });
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path, { bufferSize: 1024 })) {
    entries.push(entry);
    if (entries.length >= MAX_ENTRIES) break;
  }
  return entries;
}

const LARGE_FOLDER_BYTES = 256n * 1024n;
/** The rest is left out. */
const MAX_ENTRIES = 20_000;

async function getEntries(found: readonly Dirent[], folder: string, allowed: AllowedPaths): Promise<Entry[]> {
  const entries: Entry[] = [];
  const pause = createPause();
  for (const entry of found.slice(0, MAX_ENTRIES).sort((a, b) => compareNames(a.name, b.name))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const kind = getKind(entry);
    if (checkPath(join(allowed.root, path), allowed, kind === 'file').kind === 'inside') entries.push({ path, kind });
    const waiting = pause();
    if (waiting !== undefined) await waiting;
  }
  return entries;
}

function getKind(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** The order of the names' UTF-8 bytes. */
function compareNames(a: string, b: string): number {
  // The engine compares code units, far faster; that is the same order unless a surrogate is among them.
  if (LATE.test(a) || LATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const LATE = /[\ud800-\uffff]/;
