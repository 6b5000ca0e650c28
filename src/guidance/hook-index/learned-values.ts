import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { withFileLock } from '../../storage/own-files/file-lock.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import { writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import { fieldOf, numberOf, textOf } from '../item/fields.js';

// The values that learning hands on to the hooks have a file of their own next to the index: a hook that renews the index
// at the same time would write back the values that it has read before.

export interface LearnedValue {
  readonly text: string;
  /** How many experiences support it. */
  readonly experiences: number;
}

/** Most evidence first. */
export function readLearnedValues(dataFolder: string): readonly LearnedValue[] {
  try {
    const stored: unknown = JSON.parse(readOwnText(valuesPath(dataFolder), MAX_BYTES) ?? '{}');
    const values = fieldOf(stored, 'values');
    if (!Array.isArray(values)) return [];
    return values
      .filter(isRecord)
      .map((value) => ({ text: textOf(value, 'text'), experiences: numberOf(value, 'experiences', 0) }));
  } catch {
    return [];
  }
}

/**
 * Rejects if another process is writing them all the time. They are read while the file is locked: of two processes, the
 * one that writes last has read last. A project in which nothing was learned gets no file.
 */
export async function storeLearnedValues(
  dataFolder: string,
  readValues: () => Promise<readonly LearnedValue[]>,
): Promise<void> {
  const path = valuesPath(dataFolder);
  if (!existsSync(path) && (await readValues()).length === 0) return;
  const locked = await withFileLock(`${path}.lock`, MAX_WAIT_MS, async () => {
    const values = await readValues();
    writeOwnFileSync(path, JSON.stringify({ values }), { durable: false });
  });
  if (!('value' in locked)) throw new Error('another process is writing the values for the hooks');
}

const MAX_BYTES = 100_000;
const MAX_WAIT_MS = 2_000;

function valuesPath(dataFolder: string): string {
  return join(dataFolder, 'learned-values.json');
}
