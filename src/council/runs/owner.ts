import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that holds a deliberation. A pid is used again, and means nothing on another machine or in another container. */
export interface Owner {
  readonly pid: number;
  /** When it started, as its system tells it exactly; empty where it does not. */
  readonly started: string;
  readonly host: string;
}

export function thisProcess(): Owner {
  return { pid: process.pid, started: startOf(process.pid) ?? '', host: thisHost() };
}

/** How often an owner gives a sign of life, and after how long without one it is taken for dead where nothing else tells. */
export const HEARTBEAT_MS = 15_000;
const SILENT_MS = 60_000;

/** Whether that very process still runs. */
export function isAlive(owner: Owner, lastSign: Date, now: Date): boolean {
  const isHere = owner.host === thisHost();
  if (isHere && owner.started !== '') return startOf(owner.pid) === owner.started;
  if (isHere && !isPresent(owner.pid)) return false;
  return now.getTime() - lastSign.getTime() < SILENT_MS;
}

function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Linux tells the clock ticks since the machine was started; with the id of that start no two processes have the same. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const stat = readQuietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  // The name stands in parentheses and may hold some itself: the fields begin behind the last one.
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
