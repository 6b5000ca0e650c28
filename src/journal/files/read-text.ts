import { readOwnFile } from '../../storage/own-files/read-own-file.js';

const MAX_BYTES = 256 * 1024 * 1024;

/** A whole file as text; undefined where there is none. Bytes that are not UTF-8 become U+FFFD. */
export function readText(path: string): string | undefined {
  return readFile(path)?.text;
}

export function readFile(path: string): { readonly text: string; readonly mtimeMs: number } | undefined {
  const file = readOwnFile(path, MAX_BYTES);
  return file && { text: file.bytes.toString('utf8'), mtimeMs: file.mtimeMs };
}

// Synchronous: these files are small, and on a busy machine each of the five hand-overs to another thread that an
// asynchronous read takes costs more than the read itself (3.5 ms instead of 0.3 for the active entry).
export function readBytes(path: string): Buffer | undefined {
  return readOwnFile(path, MAX_BYTES)?.bytes;
}
