import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { readBytes } from '../../storage/own-files/read-own-file.js';

/** The end of a file, from the beginning of a line on: empty if no line begins there, undefined if there is no file. */
export function readTail(path: string, maxBytes: number): string | undefined {
  return withFile(path, (descriptor, size) => {
    if (size <= maxBytes) return readPart(descriptor, 0, size);
    const part = readPart(descriptor, size - maxBytes, maxBytes);
    const end = part.indexOf('\n');
    return end === -1 ? '' : part.slice(end + 1);
  });
}

/** The bytes from `offset` on, `maxBytes` at most. */
export function readFrom(path: string, offset: number, maxBytes: number): { bytes: Buffer; size: number } | undefined {
  return withFile(path, (descriptor, size) => {
    const length = Math.max(0, Math.min(size - offset, maxBytes));
    return { bytes: readBytes(descriptor, offset, length), size };
  });
}

// A named pipe instead of a file would block the process forever: it is opened without waiting, and refused.
function withFile<Value>(path: string, use: (descriptor: number, size: number) => Value): Value | undefined {
  let descriptor: number | undefined;
  try {
    // To ask first spares the exception, which takes a hook longer than all of its reading.
    if (!existsSync(path)) return undefined;
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor);
    return facts.isFile() ? use(descriptor, facts.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readPart(descriptor: number, start: number, length: number): string {
  return readBytes(descriptor, start, length).toString('utf8');
}
