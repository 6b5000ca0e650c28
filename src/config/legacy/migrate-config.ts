import { constants } from 'node:fs';
import { copyFile, realpath, stat } from 'node:fs/promises';
import { errorCode } from '../../kernel/error-code.js';
import { UserError } from '../../kernel/user-error.js';
import { parseConfigDocument, renderDocument } from '../files/parse-document.js';
import { readConfigText, reasonOf } from '../files/read-config-text.js';
import { withConfigLock } from '../trust/config-lock.js';
import type { WriteFile } from '../trust/trust-store.js';
import { upgradeDocument } from './upgrade-document.js';

export interface Migration {
  /** The file in the present form; the unchanged text if it was up to date. */
  readonly text: string;
  readonly notes: readonly string[];
  readonly changed: boolean;
}

/** Brings a configuration text up to date and keeps its comments. Migrating twice changes nothing. */
export function migrateConfig(text: string, path = 'config.yaml'): Migration {
  const { document, values } = parseConfigDocument(text, path);
  // Refuses a hostile file before its aliases are replaced by copies.
  values();
  const { notes } = upgradeDocument(document);
  if (notes.length === 0) return { text, notes, changed: false };
  return { text: renderDocument(document, text), notes, changed: true };
}

export interface FileMigration extends Migration {
  /** The copy of the old file; undefined if nothing was written. */
  readonly backupPath: string | undefined;
}

export async function migrateConfigFile(
  path: string,
  { dryRun, write }: { readonly dryRun: boolean; readonly write: WriteFile },
): Promise<FileMigration> {
  const planned = await planMigration(path);
  if (!planned.changed || dryRun) return { ...planned, backupPath: undefined };
  return withConfigLock(`${path}.lock`, async (lock) => {
    // Read again: another process may have changed the file until now.
    const migration = await planMigration(path);
    if (!migration.changed) return { ...migration, backupPath: undefined };
    const backupPath = await backUp(path);
    // Writes to the real path, so that a link in a dotfiles folder stays a link.
    const target = await realpath(path);
    const { mode } = await stat(target);
    if (!lock.isHeld())
      throw new UserError('conflict', `${path} was not written: another process changed it; try again`);
    await write(target, migration.text, { mode: mode & 0o777 });
    return { ...migration, backupPath };
  });
}

async function planMigration(path: string): Promise<Migration> {
  const read = await readConfigText(path);
  if (read.kind === 'missing') throw new UserError('not_found', `${path} does not exist; name a configuration file`);
  if (read.kind !== 'text')
    throw new UserError('validation_error', `${path}: cannot be read: ${reasonOf(read)}; name a configuration file`);
  return migrateConfig(read.text, path);
}

/** `.bak`, `.bak.1`, `.bak.2` …: an older backup is never overwritten. */
async function backUp(path: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const backup = attempt === 0 ? `${path}.bak` : `${path}.bak.${attempt}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
