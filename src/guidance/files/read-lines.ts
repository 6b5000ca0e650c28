import { join } from 'node:path';
import { parseJsonLines } from '../../storage/jsonl.js';
import { isRecord } from '../item/fields.js';
import { readTail } from './read-bounded.js';

/**
 * The last lines of a log of the data folder that are JSON objects, oldest first. With `naming` only those in which the
 * word stands: lines of other sessions need not be parsed.
 */
export function readLines(
  dataFolder: string,
  name: string,
  maxBytes: number,
  naming?: string,
): readonly Record<string, unknown>[] {
  const tail = readTail(join(dataFolder, name), maxBytes) ?? '';
  const text = naming === undefined ? tail : linesNaming(JSON.stringify(naming), tail);
  return parseJsonLines(text).values.filter(isRecord);
}

function linesNaming(word: string, text: string): string {
  if (!text.includes(word)) return '';
  return text
    .split('\n')
    .filter((line) => line.includes(word))
    .join('\n');
}

/** The whole log, with what was put aside when it grew large. */
export function readAllLines(dataFolder: string, name: string): readonly Record<string, unknown>[] {
  const most = 16_000_000;
  return [...readLines(dataFolder, `${name}.1`, most), ...readLines(dataFolder, name, most)];
}
