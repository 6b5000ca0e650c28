import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';

export interface AppendOptions {
  /** Returns only when the line is on the disk. */
  readonly durable?: boolean;
}

/**
 * Adds one line to a log of JSON values. Any number of processes may do so at once: a line is one write at the end of
 * the file, so no two of them mix. The folder must exist; the file is made for its owner only.
 */
export async function appendJsonLine(file: string, value: unknown, options: AppendOptions = {}): Promise<void> {
  const handle = await open(file, APPEND, 0o600);
  try {
    const line = lineOf(value, await endsOpen(handle));
    const { bytesWritten } = await handle.write(line);
    expectWhole(bytesWritten, line);
    if (options.durable === true) await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The same for programs that end a moment later. */
export function appendJsonLineSync(file: string, value: unknown, options: AppendOptions = {}): void {
  const descriptor = openSync(file, APPEND, 0o600);
  try {
    const line = lineOf(value, endsOpenSync(descriptor));
    expectWhole(writeSync(descriptor, line), line);
    if (options.durable === true) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export interface JsonLines {
  readonly values: unknown[];
  /** Lines that are not JSON: the end of a write that was cut off, or somebody's edit. */
  readonly skipped: number;
}

/** All values of a log, oldest first; none if there is no such file. */
export async function readJsonLines(file: string): Promise<JsonLines> {
  try {
    return parseJsonLines(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { values: [], skipped: 0 };
    throw error;
  }
}

export function parseJsonLines(text: string): JsonLines {
  const values: unknown[] = [];
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      skipped++;
    }
  }
  return { values, skipped };
}

const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
// A link in a project that was cloned could name any file of the user; a named pipe must not be waited for.
const APPEND = O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK;
const LINE_FEED = 0x0a;

// A writer that was killed, or found the disk full, may have left a line without its end: the next one must not
// continue it, or both are lost. Two that see the same open end leave an empty line, which readers pass over.
function lineOf(value: unknown, continuesOpenLine: boolean): Buffer {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a log of JSON lines cannot hold ${typeof value}`);
  return Buffer.from(`${continuesOpenLine ? '\n' : ''}${text}\n`, 'utf8');
}

async function endsOpen(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== LINE_FEED;
}

function endsOpenSync(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] !== LINE_FEED;
}

function expectWhole(written: number, line: Buffer): void {
  if (written === line.byteLength) return;
  throw new Error(`only ${written} of ${line.byteLength} bytes of a log line were written; is the disk full?`);
}
