import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { readStat } from './linux-processes.js';

/** One process. A pid alone is not enough: it is reused, and means nothing on another machine or in another container. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its exact start time; empty where the system does not provide it. */
  readonly started: string;
  readonly host: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '', host: thisHost() };
}

/** Whether that very process still runs; `unknown` where this machine cannot tell. */
export function processState({ pid, started, host }: ProcessIdentity): 'running' | 'gone' | 'unknown' {
  if (host !== thisHost()) return 'unknown';
  if (started !== '') return startOf(pid) === started ? 'running' : 'gone';
  return isPresent(pid) ? 'unknown' : 'gone';
}

/** For names of files and variables: `<host>-<pid>-<start>`. */
export function formatIdentity({ pid, started, host }: ProcessIdentity): string {
  const hostHash = createHash('sha256').update(host).digest('hex').slice(0, 12);
  return `${hostHash}-${pid}-${started.replace(':', '.')}`;
}

function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signaled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ticks since the machine was started, with the id of that start: no two processes with the same pid have the same. */
function startOf(pid: number): string | undefined {
  const ticks = process.platform === 'linux' ? readStat(pid)?.startTicks : undefined;
  if (ticks === undefined) return undefined;
  const boot = readQuietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '';
  return `${boot}:${ticks}`;
}

/** Two containers may share a host name and a folder, never a process namespace. */
function thisHost(): string {
  return `${hostname()} ${readQuietly(() => readlinkSync('/proc/self/ns/pid')) ?? ''}`.trim();
}

function readQuietly(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
