import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../kernel/error-code.js';
import { isProcessIdentity, type ProcessIdentity, processState, thisProcess } from '../../kernel/process-identity.js';
import { OwnFileError } from './own-file-error.js';
import { removeOwnFile } from './own-folder.js';
import { readOwnFile } from './read-own-file.js';
import { createOwnFileAtOnce, writeOwnFileSync } from './write-own-file.js';

/** The lock between processes, for all parts of Witan: a file that names the process that holds it. */
export interface HeldLock {
  /** False if another process took the lock because it could not tell that this one still runs. */
  isHeld(): boolean;
  release(): void;
}

export type LockAttempt = { readonly held: HeldLock } | { readonly heldBy: ProcessIdentity | undefined };

/** What the work returned, or which process had the lock all the time. */
export type Locked<Value> = { readonly value: Value } | { readonly heldBy: ProcessIdentity | undefined };

/** Does some work while no other process with the same lock file does its own. The folder must exist. */
export async function withFileLock<Value>(
  path: string,
  waitMs: number,
  work: (lock: HeldLock) => Promise<Value> | Value,
): Promise<Locked<Value>> {
  const attempt = await waitForLock(path, waitMs);
  if (!('held' in attempt)) return attempt;
  try {
    return { value: await work(attempt.held) };
  } finally {
    attempt.held.release();
  }
}

async function waitForLock(path: string, waitMs: number): Promise<LockAttempt> {
  const deadline = performance.now() + waitMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const attempt = tryLock(path);
    if ('held' in attempt || performance.now() >= deadline) return attempt;
    // Processes that wait in step would meet again and again.
    await delay(pause * (0.5 + Math.random()));
  }
}

const MAX_PAUSE_MS = 6;

/**
 * Takes the lock immediately or not at all. The file appears together with its content, so a holder that dies is
 * always known, and the next process takes over.
 */
export function tryLock(path: string): LockAttempt {
  const holder = readHolder(path);
  if (holder === undefined) return takeFree(path);
  return isGone(holder) ? takeOver(path, holder) : { heldBy: holder.identity };
}

interface Holder {
  readonly token: string;
  readonly identity: ProcessIdentity | undefined;
  readonly ageMs: number;
}

function takeFree(path: string): LockAttempt {
  const token = newToken();
  return createOwnFileAtOnce(path, lockText(token))
    ? { held: lockWith(path, token) }
    : { heldBy: readHolder(path)?.identity };
}

/**
 * Two processes may find the same dead holder. The right to replace its lock is itself a lock, named after the dead
 * one's token: the process that has it and still sees that token may replace the file; a later one sees another token.
 */
function takeOver(path: string, dead: Holder): LockAttempt {
  const right = tryLock(`${path}.${dead.token}`);
  if (!('held' in right)) return right;
  try {
    const holder = readHolder(path);
    if (holder?.token !== dead.token) return { heldBy: holder?.identity };
    const token = newToken();
    writeOwnFileSync(path, lockText(token), { durable: false });
    return { held: lockWith(path, token) };
  } catch (error) {
    throw errorCode(error) === 'EISDIR' ? new OwnFileError('other-kind', path) : error;
  } finally {
    right.held.release();
  }
}

function lockWith(path: string, token: string): HeldLock {
  const isHeld = () => readHolder(path)?.token === token;
  return {
    isHeld,
    release() {
      if (isHeld()) removeQuietly(path);
    },
  };
}

function newToken(): string {
  return randomBytes(8).toString('hex');
}

function lockText(token: string): string {
  return JSON.stringify({ ...thisProcess(), token });
}

/** The process decides. Only where it cannot be asked does the age, in either direction: no holder is from the future. */
function isGone({ identity, ageMs }: Holder): boolean {
  if (identity === undefined) return Math.abs(ageMs) > UNSIGNED_AFTER_MS;
  const state = processState(identity);
  return state === 'gone' || (state === 'unknown' && Math.abs(ageMs) > ABANDONED_AFTER_MS);
}

const ABANDONED_AFTER_MS = 10_000;
/** Without hard links the content follows the file after an instant, unless the process died in between. */
const UNSIGNED_AFTER_MS = 500;

function readHolder(path: string): Holder | undefined {
  try {
    const read = readOwnFile(path, MAX_LOCK_BYTES, 2);
    if (read === undefined) return undefined;
    return { ...parseHolder(read.bytes.toString('utf8'), read.mtimeMs), ageMs: Date.now() - read.mtimeMs };
  } catch (error) {
    if (!(error instanceof OwnFileError)) throw error;
    return foreignHolder(error);
  }
}

const MAX_LOCK_BYTES = 10_000;

/**
 * A pipe or a link under the lock's name is not a lock of ours and is replaced immediately; one that changed while it was
 * opened is looked at again.
 */
function foreignHolder({ problem }: OwnFileError): Holder {
  const ageMs = problem === 'moved' ? 0 : Number.POSITIVE_INFINITY;
  return { token: `unreadable-${problem}`, identity: undefined, ageMs };
}

function parseHolder(text: string, mtimeMs: number): Pick<Holder, 'token' | 'identity'> {
  try {
    const value: unknown = JSON.parse(text);
    const token = (value as { token?: unknown } | null)?.token;
    // The token becomes part of a file name: only what we make ourselves is accepted.
    if (isProcessIdentity(value) && typeof token === 'string' && /^[0-9a-f]{16}$/.test(token))
      return { token, identity: value };
  } catch {
    // Unreadable: identified by its time.
  }
  return { token: `unreadable-${Math.round(mtimeMs)}`, identity: undefined };
}

function removeQuietly(path: string): void {
  try {
    removeOwnFile(path);
  } catch {
    // Gone already, or its folder is: there is nothing left to hold.
  }
}
