import { join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { parseJsonLines } from '../../storage/jsonl.js';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { readOwnTail } from '../../storage/own-files/read-own-file.js';

/**
 * The last lines of a log of the data folder that are JSON objects, oldest first. With `naming` only those in which the
 * word is: lines of other sessions need not be parsed.
 */
export function readLines(
  dataFolder: string,
  name: string,
  { maxBytes, naming }: { readonly maxBytes: number; readonly naming?: string },
): readonly Record<string, unknown>[] {
  const tail = readLog(join(dataFolder, name), maxBytes);
  const text = naming === undefined ? tail : linesNaming(JSON.stringify(naming), tail);
  return parseJsonLines(text).values.filter(isRecord);
}

// A log that came with the project in another shape is as good as none.
function readLog(path: string, maxBytes: number): string {
  try {
    return readOwnTail(path, maxBytes) ?? '';
  } catch (error) {
    if (error instanceof OwnFileError) return '';
    throw error;
  }
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
  const limit = { maxBytes: 16_000_000 };
  return [...readLines(dataFolder, `${name}.1`, limit), ...readLines(dataFolder, name, limit)];
}
