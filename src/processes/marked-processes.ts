import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Some may fork while they are looked for: the search is repeated until it finds nobody, but not for ever. */
const MOST_SEARCHES = 8;
const PAUSE_MS = 10;
const MOST_PROCESSES = 20_000;
const LONGEST_ENVIRONMENT = 256 * 1024;

/**
 * Kills the processes that carry a mark: descendants that left their group for a session of their own (`setsid`). Only
 * Linux shows the environment of another process; elsewhere nothing is found.
 */
export function killMarked(id: string): Promise<void> {
  // Children that end at the same moment share one search.
  waiting.add(id);
  nextSearch ??= delay(0).then(() => {
    const ids = [...waiting];
    waiting.clear();
    nextSearch = undefined;
    return killUntilGone(ids);
  });
  return nextSearch;
}

const waiting = new Set<string>();
let nextSearch: Promise<void> | undefined;

async function killUntilGone(ids: readonly string[]): Promise<void> {
  for (let search = 0; search < MOST_SEARCHES; search++) {
    if (killOnce(ids) === 0) return;
    await delay(PAUSE_MS);
  }
}

/** The same at once, for the moment in which our own process exits. */
export function killMarkedNow(ids: readonly string[]): void {
  for (let search = 0; search < MOST_SEARCHES; search++) if (killOnce(ids) === 0) return;
}

/** How many were found and killed. */
function killOnce(ids: readonly string[]): number {
  if (process.platform !== 'linux' || ids.length === 0) return 0;
  let killed = 0;
  for (const pid of ownProcesses()) {
    const environment = environmentOf(pid);
    if (ids.some((id) => environment.includes(id)) && kill(pid)) killed++;
  }
  return killed;
}

function ownProcesses(): number[] {
  const pids = numbersIn('/proc').filter((pid) => pid !== process.pid);
  // The newest are the likeliest ones; on a machine with more processes than this the oldest are passed over.
  return pids.sort((a, b) => b - a).slice(0, MOST_PROCESSES);
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty for the process of another user, for one that is gone, and for a dead one that nobody has collected. */
function environmentOf(pid: number): string {
  let file: number | undefined;
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return '';
    file = openSync(`/proc/${pid}/environ`, 'r');
    return readUpTo(file, LONGEST_ENVIRONMENT);
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const CHUNK = Buffer.alloc(64 * 1024);

/** The kernel hands such a file out in pieces of a page or so. */
function readUpTo(file: number, limit: number): string {
  let text = '';
  while (text.length < limit) {
    const length = readSync(file, CHUNK, 0, CHUNK.length, null);
    if (length === 0) break;
    text += CHUNK.toString('latin1', 0, length);
  }
  return text;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
