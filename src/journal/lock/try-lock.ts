import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { readText } from '../files/read-text.js';
import { isProcessMark, livenessOf, type ProcessMark } from './process-mark.js';

export interface HeldLock {
  release(): void;
}

export type LockAttempt = { readonly held: HeldLock } | { readonly heldBy: ProcessMark | undefined };

/** How old a lock must be before its holder is given up for dead, where nobody can ask whether it is alive. */
const ABANDONED_AFTER_MS = 10_000;

/**
 * Takes the lock file, at once or not at all. The file appears together with its content, so a holder that dies is
 * always known by name; whoever finds a dead one takes over.
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
  return withDraft(path, self, (draft, token) => {
    if (!linkUnlessTaken(draft, path)) return { heldBy: readHolder(path)?.mark };
    return { held: lockWith(path, token) };
  });
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
    return withDraft(path, self, (draft, token) => {
      renameSync(draft, path);
      return { held: lockWith(path, token) };
    });
  } finally {
    right.held.release();
  }
}

function lockWith(path: string, token: string): HeldLock {
  return {
    release() {
      // Held far too long (a laptop that slept), it may belong to somebody else by now.
      if (readHolder(path)?.token === token) removeQuietly(path);
    },
  };
}

function withDraft(path: string, self: ProcessMark, use: (draft: string, token: string) => LockAttempt): LockAttempt {
  const token = randomBytes(8).toString('hex');
  const draft = `${path}.${token}.tmp`;
  try {
    writeFileSync(draft, JSON.stringify({ ...self, token }), { flag: 'wx' });
    return use(draft, token);
  } finally {
    removeQuietly(draft);
  }
}

function linkUnlessTaken(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return createUnlessTaken(path, readFileSync(draft, 'utf8'));
  }
}

/** For file systems without hard links. A crash inside leaves an empty lock, which is given up for dead by its age. */
function createUnlessTaken(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process decides. Only where it cannot be asked does the time, in either direction: no holder is from the future. */
function isGone({ mark, ageMs }: Holder): boolean {
  const liveness = mark === undefined ? 'unknown' : livenessOf(mark);
  return liveness === 'dead' || (liveness === 'unknown' && Math.abs(ageMs) > ABANDONED_AFTER_MS);
}

function readHolder(path: string): Holder | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const { mtimeMs } = found;
  // A pipe or a link is no lock of ours, and nobody waits for it.
  if (!found.isFile()) return { ...parseHolder('', mtimeMs), ageMs: Number.POSITIVE_INFINITY };
  const text = found.size > MAX_LOCK_BYTES ? '' : readText(path);
  return text === undefined ? undefined : { ...parseHolder(text, mtimeMs), ageMs: Date.now() - mtimeMs };
}

const MAX_LOCK_BYTES = 4_096;

function parseHolder(text: string, mtimeMs: number): Pick<Holder, 'token' | 'mark'> {
  try {
    const value: unknown = JSON.parse(text);
    const token = (value as { token?: unknown } | null)?.token;
    // The token becomes part of a file name: only what we make ourselves is believed.
    if (isProcessMark(value) && typeof token === 'string' && /^[0-9a-f]{16}$/.test(token))
      return { token, mark: value };
  } catch {
    // Unreadable: told apart by its time.
  }
  return { token: `unreadable-${Math.round(mtimeMs)}`, mark: undefined };
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or its folder is: there is nothing left to hold.
  }
}
