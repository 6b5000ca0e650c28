import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AppendOptions, appendJsonLineSync } from '../../storage/jsonl.js';
import { makeDataFolder } from './data-folder.js';

/** Adds lines to a log of the data folder, which is made if need be. False if the disk refused them. */
export function appendLines(
  dataFolder: string,
  name: string,
  values: readonly unknown[],
  options: AppendOptions = {},
): boolean {
  if (values.length === 0) return true;
  try {
    makeDataFolder(dataFolder);
    const file = join(dataFolder, name);
    makeRoom(file);
    // To have the last line on the disk is to have them all there.
    for (const [at, value] of values.entries()) {
      appendJsonLineSync(file, value, at === values.length - 1 ? options : {});
    }
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
