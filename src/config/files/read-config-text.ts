import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode } from '../../kernel/error-code.js';
import { UserError } from '../../kernel/user-error.js';

export type ReadText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'link' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A larger file would only slow the start or exhaust memory. */
const MAX_BYTES = 256 * 1024;

export interface ReadOptions {
  /** False for a file of a project, where a link could lead to any file. */
  readonly followsLink?: boolean;
  readonly maxBytes?: number;
}

/** Reads a small regular file. Reading a named pipe or a device could block the program forever. */
export async function readConfigText(
  path: string,
  { followsLink = true, maxBytes = MAX_BYTES }: ReadOptions = {},
): Promise<ReadText> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    const links = followsLink ? 0 : constants.O_NOFOLLOW;
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | links);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    // FreeBSD reports EMLINK.
    if (!followsLink && (code === 'ELOOP' || code === 'EMLINK')) return { kind: 'link' };
    // A socket, or a device without a driver.
    if (code === 'ENXIO') return { kind: 'unreadable', reason: 'it is not a regular file' };
    return { kind: 'unreadable', reason: code === 'EACCES' ? 'no permission to read it' : (code ?? 'unknown error') };
  }
  const tooLarge = { kind: 'unreadable', reason: `it is larger than ${maxBytes} bytes` } as const;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: 'unreadable', reason: 'it is not a regular file' };
    if (stats.size > maxBytes) return tooLarge;
    // The size may have changed since.
    const bytes = await file.readFile();
    return bytes.length > maxBytes ? tooLarge : { kind: 'text', text: bytes.toString('utf8') };
  } finally {
    await file.close();
  }
}

export function reasonOf(read: Exclude<ReadText, { readonly kind: 'text' }>): string {
  if (read.kind === 'unreadable') return read.reason;
  return read.kind === 'link' ? 'it is a link' : 'it does not exist';
}

/** For a file that exists and cannot be used. */
export function unreadableFile(path: string, read: Exclude<ReadText, { readonly kind: 'text' }>): UserError {
  const message = `${path}: cannot be read: ${reasonOf(read)}; replace it with a small regular file that you may read, or remove it`;
  return new UserError('validation_error', message);
}
