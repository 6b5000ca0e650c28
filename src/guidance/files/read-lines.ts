import { join } from 'node:path';
import { parseJsonLines } from '../../storage/jsonl.js';
import { isRecord } from '../item/fields.js';
import { readTail } from './read-bounded.js';

/** The last lines of a log of the data folder that are JSON objects, oldest first. */
export function readLines(dataFolder: string, name: string, maxBytes: number): readonly Record<string, unknown>[] {
  return parseJsonLines(readTail(join(dataFolder, name), maxBytes)).values.filter(isRecord);
}

/** The whole log, with what was put aside when it grew large. */
export function readAllLines(dataFolder: string, name: string): readonly Record<string, unknown>[] {
  const most = 16_000_000;
  return [...readLines(dataFolder, `${name}.1`, most), ...readLines(dataFolder, name, most)];
}
