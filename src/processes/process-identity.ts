import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** One process among all that ever had its pid. A pid is used again, and means nothing on another machine or in another container. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, as its system tells it exactly; empty where it does not. */
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

function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signaled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Linux tells the clock ticks since the machine was started; with the id of that start no two processes have the same. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const stat = readQuietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  // The name is in parentheses and may hold some itself: the fields begin behind the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Ended, but its parent has not asked for its fate yet.
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = readQuietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '';
  return `${boot}:${fields[19]}`;
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
