import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessIdentity, thisProcess } from '../kernel/process-identity.js';

const VARIABLE = 'WITAN_CHILD';

/** A variable that a child and everything it starts inherit, so that they can be found in any group or session. */
interface ChildMark {
  /** Unique to the child. */
  readonly id: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function createChildMark(): ChildMark {
  const id = `${ownerMark(thisProcess())}${randomUUID()}`;
  // A Witan inside a Witan also passes on the outer mark: the outer one must find what the inner one left.
  const outer = process.env[VARIABLE];
  const value = outer !== undefined && /^[0-9a-f./-]{1,400}$/.test(outer) ? `${outer}/${id}` : id;
  return { id, environment: { [VARIABLE]: value } };
}

/** In the mark of every child of that process. The slash ends it: no other process has a mark that contains it. */
export function ownerMark(owner: ProcessIdentity): string {
  return `${formatIdentity(owner)}/`;
}

/** For names of files and variables: `<host>-<pid>-<start>`. */
export function formatIdentity({ pid, started, host }: ProcessIdentity): string {
  const hostHash = createHash('sha256').update(host).digest('hex').slice(0, 12);
  return `${hostHash}-${pid}-${started.replace(':', '.')}`;
}

/** Processes may fork during a search, so it is repeated until it finds none, up to this limit. */
const MAX_SEARCHES = 8;
const PAUSE_MS = 10;
const MAX_PROCESSES = 20_000;
const MAX_ENVIRONMENT_BYTES = 256 * 1024;

/**
 * Kills the processes that have a mark in their environment, in whatever group or session (`setsid`) they are. Only Linux
 * shows the environment of another process; elsewhere none is found.
 */
export function killMarked(mark: string): Promise<void> {
  // Children that end at the same moment share one search.
  waiting.add(mark);
  nextSearch ??= delay(0).then(() => {
    const marks = [...waiting];
    waiting.clear();
    nextSearch = undefined;
    return killUntilGone(marks);
  });
  return nextSearch;
}

const waiting = new Set<string>();
let nextSearch: Promise<void> | undefined;

async function killUntilGone(marks: readonly string[]): Promise<void> {
  for (let search = 0; search < MAX_SEARCHES; search++) {
    if (killOnce(marks) === 0) return;
    await delay(PAUSE_MS);
  }
}

/** The same synchronously, for the `exit` event of our own process. */
export function killMarkedNow(mark: string): void {
  for (let search = 0; search < MAX_SEARCHES; search++) if (killOnce([mark]) === 0) return;
}

/** Returns the number that were found and killed. */
function killOnce(marks: readonly string[]): number {
  if (process.platform !== 'linux') return 0;
  let killed = 0;
  // The newest are the most likely ones; on a machine with more processes than the limit the oldest are skipped.
  const pids = listPids().sort((a, b) => b - a);
  for (const pid of pids.slice(0, MAX_PROCESSES)) {
    if (pid === process.pid) continue;
    const environment = readEnvironment(pid);
    if (marks.some((mark) => environment.includes(mark)) && kill(pid)) killed++;
  }
  return killed;
}

/** Empty for a process of another user and for one that has ended. */
function readEnvironment(pid: number): string {
  let file: number | undefined;
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return '';
    file = openSync(`/proc/${pid}/environ`, 'r');
    return readUpTo(file, MAX_ENVIRONMENT_BYTES);
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

export function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
