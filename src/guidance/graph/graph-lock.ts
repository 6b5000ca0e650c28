import { randomUUID } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, createWholeOwnFile } from '../../storage/own-files/open-own-file.js';
import { linkOwnFile, makeDataFolder, removeOwnFile, renameOwnFile } from '../../storage/own-files/own-folder.js';
import { readOwnFile } from '../../storage/own-files/read-own-file.js';

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
  while (!createWholeOwnFile(file, token)) {
    removeIfStale(file);
    if (performance.now() >= deadline) return undefined;
    await pause(PAUSE_MS * (0.5 + Math.random()));
  }
  try {
    return { value: await work() };
  } finally {
    if (tokenIn(file) === token) removeOwnFile(file);
  }
}

/**
 * Several processes may find the same dead lock, and one of them may have a lock of its own in place before another acts
 * on what it saw. So the dead lock first gets a second name, made of what was seen: one process gets it, and removes the
 * lock only if that name leads to the dead one. If it leads to a living lock, only the name is removed again.
 */
export function removeIfStale(file: string): void {
  const seen = statOf(file);
  if (seen === undefined || !isStale(seen)) return;
  const aside = `${file}.${seen.ino}-${Math.round(seen.mtimeMs)}`;
  try {
    if (!setAside(file, aside)) {
      removeForgotten(aside);
      return;
    }
    const found = statOf(aside);
    if (found?.ino === seen.ino && found.mtimeMs === seen.mtimeMs) removeOwnFile(file);
    removeOwnFile(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function setAside(file: string, aside: string): boolean {
  try {
    return linkOwnFile(file, aside);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    // A disk without second names: moving it has one winner, too.
    renameOwnFile(file, aside);
    return true;
  }
}

/** The process that made it died before removing it. */
function removeForgotten(aside: string): void {
  const found = statOf(aside);
  if (found !== undefined && isOld(found.ctimeMs)) removeOwnFile(aside);
}

/** A pipe or a link under the lock's name was not made by us: nothing holds it. */
function isStale(found: Stats): boolean {
  return !found.isFile() || isOld(found.mtimeMs);
}

// A time in the future comes from a clock that was set back; it says just as little about a living holder.
function isOld(timeMs: number): boolean {
  return Math.abs(Date.now() - timeMs) > STALE_MS;
}

function statOf(file: string): Stats | undefined {
  return lstatSync(file, { throwIfNoEntry: false });
}

function tokenIn(file: string): string {
  try {
    return readOwnFile(file, MAX_LOCK_BYTES, 2)?.bytes.toString('utf8') ?? '';
  } catch {
    return '';
  }
}

const MAX_LOCK_BYTES = 1_000;
