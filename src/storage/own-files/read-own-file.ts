import { readdirSync, readSync } from 'node:fs';
import { checkOwnFolder, closeAfter, factsOf, type OwnFileFacts, openOwnFile } from './open-own-file.js';
import { OwnFileError } from './own-file-error.js';

export interface OwnFileContent extends OwnFileFacts {
  readonly bytes: Buffer;
}

/** A whole file; undefined if there is none. Throws an `OwnFileError` if it must not be used or is larger than `maxBytes`. */
export function readOwnFile(path: string, maxBytes: number, maxLinks = 1): OwnFileContent | undefined {
  return closeAfter(openOwnFile(path, 'read', maxLinks), (descriptor) => {
    const { size, mtimeMs } = factsOf(descriptor);
    if (size > maxBytes) throw new OwnFileError('too-large', path);
    return { bytes: readBytes(descriptor, 0, size), size, mtimeMs };
  });
}

export function readOwnText(path: string, maxBytes: number): string | undefined {
  return readOwnFile(path, maxBytes)?.bytes.toString('utf8');
}

/** The end of a file, from the first full line on; undefined if there is no file. */
export function readOwnTail(path: string, maxBytes: number): string | undefined {
  return closeAfter(openOwnFile(path, 'read'), (descriptor) => {
    const { size } = factsOf(descriptor);
    const part = readBytes(descriptor, Math.max(0, size - maxBytes), Math.min(size, maxBytes)).toString('utf8');
    if (size <= maxBytes) return part;
    const end = part.indexOf('\n');
    return end === -1 ? '' : part.slice(end + 1);
  });
}

/** The names in a folder, `max` at most; none if there is no folder. */
export function listOwnFolder(folder: string, max = MAX_NAMES): string[] {
  return checkOwnFolder(folder) ? readdirSync(folder).slice(0, max) : [];
}

const MAX_NAMES = 100_000;

/** Bytes of an open file; fewer if it ends before. */
export function readBytes(descriptor: number, start: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const count = readSync(descriptor, buffer, read, length - read, start + read);
    if (count === 0) break;
    read += count;
  }
  return buffer.subarray(0, read);
}
