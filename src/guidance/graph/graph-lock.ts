import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataFolder } from '../files/data-folder.js';

/** Changes take milliseconds: a lock as old as this was left behind by a process that died. */
const STALE_MS = 10_000;
const PAUSE_MS = 5;
const LOCK_FILE = '.graphs.lock';
export const LOCK_WAIT_MS = 2000;

/** Does some work while no other process of ours changes the graphs. Undefined if the lock was not free in time. */
export async function withGraphLock<Value>(
  dataFolder: string,
  waitMs: number,
  work: () => Promise<Value> | Value,
): Promise<{ readonly value: Value } | undefined> {
  const token = randomUUID();
  makeDataFolder(dataFolder);
  const file = join(dataFolder, LOCK_FILE);
  const deadline = performance.now() + waitMs;
  while (!isTaken(file, token)) {
    removeIfStale(file);
    if (performance.now() >= deadline) return undefined;
    await pause(PAUSE_MS * (0.5 + Math.random()));
  }
  try {
    return { value: await work() };
  } finally {
    if (ownerOf(file) === token) rmSync(file, { force: true });
  }
}

function isTaken(file: string, token: string): boolean {
  try {
    writeFileSync(file, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Several may find the same dead lock, and one of them may have a lock of its own in place before another acts on what
 * it saw. So the dead lock first gets a second name, made of what was seen: one gets it, and removes the lock only if
 * that name leads to the dead one. If it leads to a living lock, only the name goes away again.
 */
export function removeIfStale(file: string): void {
  const seen = statSync(file, { throwIfNoEntry: false });
  if (seen === undefined || !isOld(seen.mtimeMs)) return;
  const aside = `${file}.${seen.ino}-${Math.round(seen.mtimeMs)}`;
  try {
    setAside(file, aside);
    const found = statSync(aside);
    if (found.ino === seen.ino && found.mtimeMs === seen.mtimeMs) rmSync(file, { force: true });
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') removeForgotten(aside);
    else if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function setAside(file: string, aside: string): void {
  try {
    linkSync(file, aside);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    // A disk without second names: moving it has one winner, too.
    renameSync(file, aside);
  }
}

/** Whoever made it died before removing it. */
function removeForgotten(aside: string): void {
  const facts: Stats | undefined = statSync(aside, { throwIfNoEntry: false });
  if (facts !== undefined && isOld(facts.ctimeMs)) rmSync(aside, { force: true });
}

// A time in the future comes from a clock that was set back; it says just as little about a living holder.
function isOld(timeMs: number): boolean {
  return Math.abs(Date.now() - timeMs) > STALE_MS;
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
