import { join } from 'node:path';
import { type AppendOptions, appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { statOwnFile } from '../../storage/own-files/open-own-file.js';
import { renameOwnFile } from '../../storage/own-files/own-folder.js';

/** Adds lines to a log of the data folder. False if they could not be written, as where there is no such folder. */
export function appendLines(dataFolder: string, name: string, values: readonly unknown[]): boolean {
  return append(join(dataFolder, name), values, {});
}

/** The same, and the lines are on the disk when it returns. */
export function appendLinesDurably(dataFolder: string, name: string, values: readonly unknown[]): boolean {
  return append(join(dataFolder, name), values, { durable: true });
}

function append(file: string, values: readonly unknown[], options: AppendOptions): boolean {
  if (values.length === 0) return true;
  try {
    rotateIfLarge(file);
    appendOwnLinesSync(
      file,
      values.map((value) => JSON.stringify(value)),
      options,
    );
    return true;
  } catch {
    return false;
  }
}

const MAX_BYTES = 4_000_000;

/** A log that has grown large becomes `<name>.1`; the one before it is dropped. */
function rotateIfLarge(file: string): void {
  const size = statOwnFile(file)?.size ?? 0;
  if (size > MAX_BYTES) renameOwnFile(file, `${file}.1`);
}
