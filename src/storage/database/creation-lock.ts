import { closeSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.js';
import { isProcessAlive } from '../../kernel/is-process-alive.js';
import { createOwnFile } from '../own-files/open-own-file.js';
import { OwnFileError } from '../own-files/own-file-error.js';
import { removeOwnFile } from '../own-files/own-folder.js';
import { readOwnFile } from '../own-files/read-own-file.js';
import { StorageError } from '../storage-error.js';
import { shortName } from './describe-failure.js';

export interface LockOptions {
  readonly clock: Clock;
  readonly patienceMs: number;
}

/** Makes, or moves aside, the database of this name while no other process does. */
export async function withCreationLock<Value>(
  file: string,
  { clock, patienceMs }: LockOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  const lock = lockOf(file);
  const since = clock.elapsed();
  while (!isTaken(lock)) {
    removeStaleLock(file);
    if (clock.elapsed() - since > Math.max(patienceMs, MIN_PATIENCE_MS)) throw tookTooLong(file);
    await delay(PAUSE_MS * (1 + Math.random()));
  }
  try {
    return await work();
  } finally {
    removeOwnFile(lock);
  }
}

/** Removes the lock of a process that died with it. */
export function removeStaleLock(file: string): void {
  const lock = lockOf(file);
  if (isStale(lock)) removeOwnFile(lock);
}

function isStale(lock: string): boolean {
  try {
    const found = readOwnFile(lock, MAX_LOCK_BYTES);
    if (found === undefined) return false;
    const holder = Number.parseInt(found.bytes.toString('latin1'), 10);
    const age = Math.abs(Date.now() - found.mtimeMs);
    // Its holder writes its number at once, unless it died right there.
    if (Number.isNaN(holder)) return age > MAX_UNSIGNED_MS;
    return age > MAX_AGE_MS || !isProcessAlive(holder);
  } catch (error) {
    // A link, a pipe or the like is no lock of ours; only its name is removed.
    if (error instanceof OwnFileError) return true;
    throw error;
  }
}

function isTaken(lock: string): boolean {
  const descriptor = createOwnFile(lock);
  if (descriptor === undefined) return false;
  try {
    writeSync(descriptor, `${process.pid}\n`);
  } finally {
    closeSync(descriptor);
  }
  return true;
}

const lockOf = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.lock`);

const PAUSE_MS = 10;
/** A new database takes milliseconds; a caller without patience for a busy one still waits for it. */
const MIN_PATIENCE_MS = 2_000;
const MAX_AGE_MS = 60_000;
const MAX_UNSIGNED_MS = 500;
const MAX_LOCK_BYTES = 100;

function tookTooLong(file: string): StorageError {
  return new StorageError(
    'busy',
    `another process is making ${shortName(file)}; let it finish or end it, then try again`,
  );
}
