import { lstatSync } from 'node:fs';
import path from 'node:path';
import { renameOwnFile } from '../own-files/own-folder.js';

/** A database and what SQLite keeps next to it. */
const PARTS = ['', '-wal', '-shm', '-journal'];

/**
 * Gives a database and the files next to it another name, so that a new one can be made and nothing is lost. Only under
 * the creation lock: otherwise it could take the log of a database that another process has just made. Returns the new
 * name.
 */
export function moveAside(file: string, now: Date, parts = PARTS): string {
  const aside = `${file}.refused-${now.toISOString().replace(/[-:.]/g, '')}`;
  for (const part of parts) {
    if (lstatSync(`${file}${part}`, { throwIfNoEntry: false })) renameOwnFile(`${file}${part}`, `${aside}${part}`);
  }
  return path.basename(aside);
}
