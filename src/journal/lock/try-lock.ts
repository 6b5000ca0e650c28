import { randomBytes } from 'node:crypto';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { removeOwnFile } from '../../storage/own-files/own-folder.js';
import { readOwnFile } from '../../storage/own-files/read-own-file.js';
import { createOwnFileAtOnce, writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import { isProcessMark, livenessOf, type ProcessMark } from './process-mark.js';

export interface HeldLock {
  release(): void;
}

export type LockAttempt = { readonly held: HeldLock } | { readonly heldBy: ProcessMark | undefined };

/** How old a lock must be before its holder counts as dead, where the process cannot be asked. */
const ABANDONED_AFTER_MS = 10_000;

/**
 * Takes the lock file immediately or not at all. The file appears together with its content, so a holder that dies is
 * always known by name, and the process that finds a dead one takes over.
 */
export function tryLock(path: string, self: ProcessMark): LockAttempt {
  const holder = readHolder(path);
  if (holder === undefined) return takeFree(path, self);
  return isGone(holder) ? takeOver(path, holder, self) : { heldBy: holder.mark };
}

interface Holder {
  readonly token: string;
  readonly mark: ProcessMark | undefined;
  readonly ageMs: number;
}

function takeFree(path: string, self: ProcessMark): LockAttempt {
  const token = newToken();
  return createOwnFileAtOnce(path, lockText(self, token))
    ? { held: lockWith(path, token) }
    : { heldBy: readHolder(path)?.mark };
}

/**
 * Two processes may find the same dead holder. The right to replace its lock is itself a lock, named after the dead
 * one's token: who holds it and still sees that token may replace the file; who comes later sees another token.
 */
function takeOver(path: string, dead: Holder, self: ProcessMark): LockAttempt {
  const right = tryLock(`${path}.${dead.token}`, self);
  if (!('held' in right)) return right;
  try {
    const holder = readHolder(path);
    if (holder?.token !== dead.token) return { heldBy: holder?.mark };
    const token = newToken();
    writeOwnFileSync(path, lockText(self, token), { durable: false });
    return { held: lockWith(path, token) };
  } finally {
    right.held.release();
  }
}

function lockWith(path: string, token: string): HeldLock {
  return {
    release() {
      // Held far too long (a laptop that slept), it may belong to another process by now.
      if (readHolder(path)?.token === token) removeQuietly(path);
    },
  };
}

function newToken(): string {
  return randomBytes(8).toString('hex');
}

function lockText(self: ProcessMark, token: string): string {
  return JSON.stringify({ ...self, token });
}

/** The process decides. Only where it cannot be asked does the time, in either direction: no holder is from the future. */
function isGone({ mark, ageMs }: Holder): boolean {
  const liveness = mark === undefined ? 'unknown' : livenessOf(mark);
  return liveness === 'dead' || (liveness === 'unknown' && Math.abs(ageMs) > ABANDONED_AFTER_MS);
}

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
  return { token: `unreadable-${problem}`, mark: undefined, ageMs: problem === 'moved' ? 0 : Number.POSITIVE_INFINITY };
}

function parseHolder(text: string, mtimeMs: number): Pick<Holder, 'token' | 'mark'> {
  try {
    const value: unknown = JSON.parse(text);
    const token = (value as { token?: unknown } | null)?.token;
    // The token becomes part of a file name: only what we make ourselves is accepted.
    if (isProcessMark(value) && typeof token === 'string' && /^[0-9a-f]{16}$/.test(token))
      return { token, mark: value };
  } catch {
    // Unreadable: identified by its time.
  }
  return { token: `unreadable-${Math.round(mtimeMs)}`, mark: undefined };
}

function removeQuietly(path: string): void {
  try {
    removeOwnFile(path);
  } catch {
    // Gone already, or its folder is: there is nothing left to hold.
  }
}
