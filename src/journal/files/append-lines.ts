import { closeSync, constants, fstatSync, fsync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { removeFile } from './remove-file.js';

export interface Appended {
  /** Takes the lines away again. Only while the journal is locked: nobody may have written after them. */
  undo(): void;
}

const synchronize = promisify(fsync);

/**
 * Adds whole lines to a file, on the disk when it returns, or leaves the file as it was. After a torn line, left by a
 * crash, it begins a new one: readers pass over what is no JSON.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<Appended> {
  const file = openForAppend(path);
  try {
    const { size } = fstatSync(file);
    const start = size > 0 && !endsWithNewline(file, size) ? '\n' : '';
    try {
      writeAll(file, Buffer.from(`${start}${lines.map((line) => `${line}\n`).join('')}`));
      await synchronize(file);
    } catch (error) {
      takeBack(path, file, size);
      throw error;
    }
    return { undo: () => shorten(path, size) };
  } finally {
    closeSync(file);
  }
}

function openForAppend(path: string): number {
  // A link in its place could lead anywhere, for instance into the settings of a shell.
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  return openSync(path, O_RDWR | O_APPEND | O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o666);
}

function endsWithNewline(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

// One write may take only a part (a disk that is nearly full); the next one then names the reason.
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(file, bytes, written);
}

function takeBack(path: string, file: number, size: number): void {
  ftruncateSync(file, size);
  if (size === 0) removeFile(path);
}

function shorten(path: string, size: number): void {
  const file = openSync(path, 'r+');
  try {
    takeBack(path, file, size);
  } finally {
    closeSync(file);
  }
}
