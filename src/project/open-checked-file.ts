import { constants, fstatSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure, type Result, success } from '../kernel/result.js';
import { type AllowedPaths, checkPath, descriptorPath } from './allowed-paths.js';
import { deniedMessage, notFoundMessage, notRegularMessage, quoted, readErrorMessage } from './read-path.js';

export interface OpenFile {
  /** The real path, relative to the root, with `/`. */
  readonly path: string;
  readonly size: number;
  /** At most `maxBytes` from `offset` (the beginning by default). */
  read(maxBytes: number, offset?: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens first and checks the descriptor: a path may lead somewhere else a moment later, a descriptor cannot. Nothing is
 * read before the check, and opening itself neither waits (O_NONBLOCK: a named pipe) nor follows a link.
 */
export async function openCheckedFile(
  path: string,
  written: string,
  allowed: AllowedPaths,
): Promise<Result<OpenFile, string>> {
  try {
    const target = await locate(path, written, allowed);
    if (!target.ok) return target;
    const handle = await open(target.value, constants.O_RDONLY | NEVER_WAIT | NEVER_FOLLOW | NO_TERMINAL);
    try {
      const checked = await checkDescriptor(handle, { target: target.value, written }, allowed);
      if (!checked.ok) await handle.close();
      return checked;
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    return failure(readErrorMessage(error, written));
  }
}

// Windows has none of them.
const NEVER_WAIT = constants.O_NONBLOCK ?? 0;
const NEVER_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_TERMINAL = constants.O_NOCTTY ?? 0;

/** The path to open. Opening a device can already do something, so what is not a regular file is refused before. */
async function locate(path: string, written: string, allowed: AllowedPaths): Promise<Result<string, string>> {
  const direct = join(allowed.root, path);
  const stats = await lstat(direct);
  if (stats.isFile()) return success(direct);
  if (stats.isDirectory()) return failure(`${quoted(written)} is a folder; list_files or get_file_tree shows it.`);
  if (!stats.isSymbolicLink()) return failure(notRegularMessage(written));
  const real = await realpath(direct);
  const status = checkPath(real, allowed);
  if (status.kind === 'outside') return failure(notFoundMessage(written));
  if (status.kind === 'denied') return failure(deniedMessage(written));
  const behind = await lstat(real);
  if (behind.isFile()) return success(real);
  return failure(behind.isDirectory() ? `${quoted(written)} is a link to a folder.` : notRegularMessage(written));
}

async function checkDescriptor(
  handle: FileHandle,
  { target, written }: { readonly target: string; readonly written: string },
  allowed: AllowedPaths,
): Promise<Result<OpenFile, string>> {
  // Directly: the disk has just answered, and the thread pool takes longer than the answer.
  const stats = fstatSync(handle.fd, { bigint: true });
  if (!stats.isFile()) return failure(notRegularMessage(written));
  const real = await descriptorPath(handle.fd, target, stats);
  const status = checkPath(real, allowed, true);
  if (real === undefined || status.kind === 'outside') return failure(notFoundMessage(written));
  if (status.kind === 'denied') return failure(deniedMessage(written));
  if (await allowed.witanFolders.isBehind(dirname(real), allowed.root)) return failure(deniedMessage(written));
  if (stats.nlink > 1n && (await allowed.secretNames.has(stats))) return failure(deniedMessage(written));
  return success(toOpenFile(handle, status.path, Number(stats.size)));
}

function toOpenFile(handle: FileHandle, path: string, size: number): OpenFile {
  return {
    path,
    size,
    read: (maxBytes, offset = 0) => readAt(handle, Math.max(0, Math.min(maxBytes, size - offset)), offset),
    close: () => handle.close(),
  };
}

/** A file that grows while it is read is read as long as it was when it was opened, and never longer. */
async function readAt(handle: FileHandle, length: number, offset: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
