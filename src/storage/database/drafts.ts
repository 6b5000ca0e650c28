import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { isProcessAlive } from '../../kernel/process-identity.js';
import { linkOwnFile, removeOwnFile, renameOwnFile } from '../own-files/own-folder.js';
import { listOwnFolder } from '../own-files/read-own-file.js';
import { removeStaleLock } from './creation-lock.js';

/** A name under which a database is made before it gets its own: `.decisions.db.<process>-<random>.draft`. */
export function newDraftName(file: string): string {
  const draft = `.${path.basename(file)}.${process.pid}-${randomBytes(6).toString('hex')}.draft`;
  return path.join(path.dirname(file), draft);
}

/** Gives a finished draft its name, and never takes the name from another file. Only under the creation lock. */
export function nameDraft(draft: string, file: string, link = linkOwnFile): void {
  try {
    link(draft, file);
  } catch (error) {
    if (!WITHOUT_HARD_LINKS.has(errorCode(error) ?? '')) throw error;
    // A disk without hard links: the lock alone must do.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) renameOwnFile(draft, file);
  }
  removeDraft(draft);
}

const WITHOUT_HARD_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

export function removeDraft(draft: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) removeOwnFile(`${draft}${part}`);
}

/**
 * Removes what processes that died while they made this database left behind. One that died right after it named its
 * draft left the finished database with two names, and only the right one stays.
 */
export function sweepDrafts(file: string): void {
  const folder = path.dirname(file);
  const base = `.${path.basename(file)}.`;
  // The draft of a lock has one dot more, since a lock's own name begins with one.
  const names = listOwnFolder(folder).filter((name) => name.startsWith(base) || name.startsWith(`.${base}lock.`));
  if (names.length === 0) return;
  const named = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  for (const name of names) {
    const [, creator] = DRAFT.exec(name) ?? [];
    if (creator === undefined) continue;
    const draft = lstatSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false });
    if (draft === undefined) continue;
    const isNamed = draft.ino === named?.ino && draft.dev === named.dev;
    const isOld = Date.now() - Number(draft.mtimeMs) > MAX_AGE_MS;
    if (isNamed || isOld || !isProcessAlive(Number(creator))) removeOwnFile(path.join(folder, name));
  }
  removeStaleLock(file);
}

const DRAFT = /\.(\d{1,10})-[0-9a-f]{12}\.(?:tmp|draft(?:-wal|-shm|-journal)?)$/;
const MAX_AGE_MS = 600_000;
