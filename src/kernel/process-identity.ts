import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './error-code.js';

/** One process. A pid alone is not enough: it is reused, and means nothing on another machine or in another container. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Its start time as the system reports it; empty where the system does not. */
  readonly started: string;
  readonly host: string;
}

export function thisProcess(): ProcessIdentity {
  self ??= identifyProcess(process.pid);
  return self;
}

let self: ProcessIdentity | undefined;

export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) ?? '', host: thisHost() };
}

/** Whether that very process still runs; `unknown` where this machine cannot tell. */
export function processState({ pid, started, host }: ProcessIdentity): 'running' | 'gone' | 'unknown' {
  if (host !== thisHost()) return 'unknown';
  if (!isProcessAlive(pid)) return 'gone';
  const current = startOf(pid);
  // Linux also lists a process that ended and was not collected by its parent, without a start time.
  if (current === undefined && process.platform === 'linux') return 'gone';
  if (current === undefined || started === '') return 'unknown';
  return isSameStart(started, current) ? 'running' : 'gone';
}

export function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.host === b.host && isSameStart(a.started, b.started);
}

export function isProcessIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, host } = value as Record<string, unknown>;
  return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof started === 'string' && typeof host === 'string';
}

/** Whether any process with this id exists on this machine. */
function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signaled, but it is there.
    return errorCode(error) === 'EPERM';
  }
}

export interface ProcessInfo {
  readonly name: string;
  readonly parent: number;
}

/** The name and the parent of a running process; undefined where the system does not tell. */
export function processInfo(pid: number): ProcessInfo | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return readProcStat(pid);
  const [, parent = '', name = ''] = /^\s*(\d+)\s+(.+)$/.exec(askPs(pid, 'ppid=,comm=') ?? '') ?? [];
  return parent === '' ? undefined : { parent: Number(parent), name: name.slice(name.lastIndexOf('/') + 1) };
}

interface ProcStat extends ProcessInfo {
  readonly group: number;
  /** In clock ticks since the machine was started. */
  readonly startTicks: string;
}

/** `/proc/<pid>/stat`. Undefined for a process that has ended, also if its parent has not collected it yet. */
export function readProcStat(pid: number): ProcStat | undefined {
  const stat = readQuietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  // The name is in parentheses and may itself contain spaces and parentheses: count from the last one.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startTicks: fields[19] ?? '',
  };
}

function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const ticks = readProcStat(pid)?.startTicks;
    // With the id of the machine's start: no two processes with the same pid have the same.
    const boot = readQuietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '';
    return ticks === undefined ? undefined : `${boot}:${ticks}`;
  }
  if (process.platform === 'win32') return undefined;
  // Asking `ps` costs milliseconds: a process knows its own start without it.
  if (pid === process.pid) return String(Math.round(Date.now() / 1000 - process.uptime()));
  const time = Date.parse(askPs(pid, 'lstart=') ?? '');
  return Number.isNaN(time) ? undefined : String(Math.round(time / 1000));
}

/** Clock ticks are exact on Linux; elsewhere both are seconds that were rounded separately. */
function isSameStart(a: string, b: string): boolean {
  return a === b || (process.platform !== 'linux' && Math.abs(Number(a) - Number(b)) <= 2);
}

function askPs(pid: number, format: string): string | undefined {
  return readQuietly(() =>
    execFileSync('ps', ['-o', format, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
      timeout: 1_000,
    }).trim(),
  );
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
