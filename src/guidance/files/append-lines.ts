import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendJsonLineSync } from '../../storage/jsonl.js';

/** Adds lines to a log of the data folder, which is made if need be. False if the disk refused them. */
export function appendLines(dataFolder: string, name: string, values: readonly unknown[]): boolean {
  if (values.length === 0) return true;
  try {
    // The folder is data of one machine: it brings its own ignore file, so that no project commits it by accident.
    if (mkdirSync(dataFolder, { recursive: true }) !== undefined) writeFileSync(join(dataFolder, '.gitignore'), '*\n');
    const file = join(dataFolder, name);
    makeRoom(file);
    for (const value of values) appendJsonLineSync(file, value);
    return true;
  } catch {
    return false;
  }
}

const MOST_BYTES = 4_000_000;

/** A log that has grown large becomes `<name>.1`; the one before it is forgotten. */
function makeRoom(file: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts !== undefined && facts.size > MOST_BYTES) renameSync(file, `${file}.1`);
}
