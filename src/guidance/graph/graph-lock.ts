import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Changes take milliseconds: a lock as old as this was left behind by a process that died. */
const STALE_MS = 10_000;
const PAUSE_MS = 5;

/** Does some work while no other process of ours changes the graphs. Undefined if the lock was not free in time. */
export async function withGraphLock<Value>(
  file: string,
  waitMs: number,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const token = randomUUID();
  mkdirSync(dirname(file), { recursive: true });
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfStale(file: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  // A time in the future comes from a clock that was set back; it says just as little about a living holder.
  if (facts !== undefined && Math.abs(Date.now() - facts.mtimeMs) > STALE_MS) rmSync(file, { force: true });
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
