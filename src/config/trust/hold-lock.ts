import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isProcessAlive } from '../../kernel/is-process-alive.js';
import { UserError } from '../../kernel/user-error.js';

/** The work takes milliseconds: a lock as old as this was left behind by a process that died. */
const STALE_MS = 10_000;
/** And one whose process is gone, after this: the same folder may be used from a container with other process ids. */
const STALE_WITHOUT_PROCESS_MS = 500;
const MAX_WAIT_MS = 15_000;
const PAUSE_MS = 15;

export interface HeldLock {
  /** False when somebody took the lock for a left-over meanwhile: then nothing may be written any more. */
  readonly isStillHeld: () => Promise<boolean>;
}

/** Does some work while no other process that asks for the same lock does its own. */
export async function holdLock<Value>(file: string, work: (lock: HeldLock) => Promise<Value>): Promise<Value> {
  const token = `${process.pid} ${randomUUID()}`;
  await acquire(file, token);
  const isStillHeld = async () => (await readFile(file, 'utf8').catch(() => '')) === token;
  try {
    return await work({ isStillHeld });
  } finally {
    if (await isStillHeld()) await rm(file, { force: true });
  }
}

async function acquire(file: string, token: string): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!(await isCreated(file, token))) {
    if (performance.now() > deadline) {
      throw new UserError('conflict', `${file}: another witan holds this lock; try again, or delete it if none runs`);
    }
    await removeIfStale(file);
    await pause(PAUSE_MS * (1 + Math.random()));
  }
}

async function isCreated(file: string, token: string): Promise<boolean> {
  try {
    await writeFile(file, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeIfStale(file: string): Promise<void> {
  const facts = await stat(file).catch(() => undefined);
  // A time in the future comes from a clock that was set back; it says just as little about a living holder.
  const age = facts === undefined ? 0 : Math.abs(Date.now() - facts.mtimeMs);
  if (age > STALE_MS || (age > STALE_WITHOUT_PROCESS_MS && (await isLeftBehind(file)))) await rm(file, { force: true });
}

async function isLeftBehind(file: string): Promise<boolean> {
  const token = await readFile(file, 'utf8').catch(() => undefined);
  // Its holder writes its token at once, unless it died right there. Earlier versions wrote no process id.
  if (token === '') return true;
  const [, holder] = /^(\d+) /.exec(token ?? '') ?? [];
  return holder !== undefined && !isProcessAlive(Number(holder));
}
