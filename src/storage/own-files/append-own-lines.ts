import { closeSync, fstatSync, fsync, fsyncSync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { closeAfter, openOrCreateOwnFile, openOwnFile } from './open-own-file.js';
import { removeOwnFile } from './own-folder.js';
import { readBytes } from './read-own-file.js';
import { restrictOpenFile } from './restrict-own-file.js';

export interface AppendOptions {
  /** Returns only when the lines are on the disk. */
  readonly durable?: boolean;
}

/**
 * Adds whole lines to a log. Any number of processes may do so at the same time: the lines are one write at the end of
 * the file, so they do not mix. A line that a crash left unfinished is ended first, so that only that one is lost.
 */
export function appendOwnLinesSync(path: string, lines: readonly string[], options: AppendOptions = {}): void {
  withLog(path, (descriptor) => {
    const bytes = toBytes(lines, endsInsideLine(descriptor));
    const written = writeSync(descriptor, bytes);
    if (written !== bytes.byteLength) {
      throw new Error(`only ${written} of ${bytes.byteLength} bytes of a log line were written; is the disk full?`);
    }
    if (options.durable === true) fsyncSync(descriptor);
  });
}

export interface Appended {
  /** Removes the lines again. Only under the lock under which they were written. */
  undo(): void;
}

const flush = promisify(fsync);

/** For a file that is written under a lock: the lines are on the disk when it returns, or the file is as it was. */
export function appendOwnLines(path: string, lines: readonly string[]): Promise<Appended> {
  return withLog(path, async (descriptor) => {
    const { size } = fstatSync(descriptor);
    try {
      writeAll(descriptor, toBytes(lines, endsInsideLine(descriptor)));
      await flush(descriptor);
    } catch (error) {
      shorten(path, descriptor, size);
      throw error;
    }
    return { undo: () => undo(path, size) };
  });
}

function withLog<Value>(path: string, use: (descriptor: number) => Value): Value {
  const descriptor = openOrCreateOwnFile(path, 'append');
  let value: Value;
  try {
    restrictOpenFile(descriptor);
    value = use(descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  if (!(value instanceof Promise)) {
    closeSync(descriptor);
    return value;
  }
  return value.finally(() => closeSync(descriptor)) as Value;
}

function toBytes(lines: readonly string[], startsInsideLine: boolean): Buffer {
  return Buffer.from(`${startsInsideLine ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`);
}

function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  return size > 0 && readBytes(descriptor, size - 1, 1)[0] !== LINE_FEED;
}

const LINE_FEED = 0x0a;

// A disk that is nearly full takes only a part; the next write then names the reason.
function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(descriptor, bytes, written);
}

function undo(path: string, size: number): void {
  closeAfter(openOwnFile(path, 'overwrite'), (descriptor) => shorten(path, descriptor, size));
}

function shorten(path: string, descriptor: number, size: number): void {
  ftruncateSync(descriptor, size);
  if (size === 0) removeOwnFile(path);
}
