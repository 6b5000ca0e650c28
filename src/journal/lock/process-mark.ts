import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Identifies one process: a pid is used again after its process has died, so the moment of its
 * start belongs to it; a pid says nothing on another machine or in another container, so the place belongs to it too.
 */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, as its system reports it; empty where the system does not. */
  readonly started: string;
  readonly host: string;
}

export type Liveness = 'alive' | 'dead' | 'unknown';

export function markOf(pid: number): ProcessMark {
  return { pid, started: startOf(pid) ?? '', host: thisHost() };
}

/** Whether that very process still runs; `unknown` for one of another machine or container. */
export function livenessOf(mark: ProcessMark): Liveness {
  if (mark.host !== thisHost()) return 'unknown';
  if (!isPresent(mark.pid)) return 'dead';
  const started = startOf(mark.pid);
  // A process that ended but was not waited for by its parent is still listed, without a start.
  if (started === undefined) return process.platform === 'linux' ? 'dead' : 'alive';
  // Linux always reports the start: a mark without it would fit any process with that pid.
  if (mark.started === '') return process.platform === 'linux' ? 'unknown' : 'alive';
  return isSameStart(mark.started, started) ? 'alive' : 'dead';
}

export function isSameProcess(a: ProcessMark, b: ProcessMark): boolean {
  return a.pid === b.pid && a.host === b.host && isSameStart(a.started, b.started);
}

export function isProcessMark(value: unknown): value is ProcessMark {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, host } = value as Record<string, unknown>;
  return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof started === 'string' && typeof host === 'string';
}

export interface ProcessFacts {
  readonly name: string;
  readonly parent: number;
}

/** The name and the parent of a running process; undefined where the system does not tell. */
export function factsOf(pid: number): ProcessFacts | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return readProc(pid);
  const [, parent = '', name = ''] = /^\s*(\d+)\s+(.+)$/.exec(askPs(pid, 'ppid=,comm=') ?? '') ?? [];
  return parent === '' ? undefined : { parent: Number(parent), name: name.slice(name.lastIndexOf('/') + 1) };
}

function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return readProc(pid)?.started;
  if (process.platform === 'win32') return undefined;
  // Asking `ps` costs milliseconds: a process knows its own start without it.
  if (pid === process.pid) return String(Math.round(Date.now() / 1000 - process.uptime()));
  const at = Date.parse(askPs(pid, 'lstart=') ?? '');
  return Number.isNaN(at) ? undefined : String(Math.round(at / 1000));
}

/** Linux counts clock ticks since the start of the machine, exactly; elsewhere we have seconds, computed twice. */
function isSameStart(a: string, b: string): boolean {
  return a === b || (process.platform !== 'linux' && Math.abs(Number(a) - Number(b)) <= 2);
}

function readProc(pid: number): (ProcessFacts & { readonly started: string }) | undefined {
  const stat = readQuietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  // The name is in parentheses and may contain some itself: the other fields follow the last one.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = readQuietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '';
  return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(fields[1]), started: `${boot}:${fields[19]}` };
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

/** Programs that only start another one: they die, or are shared, while the session they started continues. */
const LAUNCHERS = /^-?(?:sh|bash|dash|zsh|fish|ksh|ash|busybox|env|timeout|npm|npx|npm (?:exec|run|start)\b.*)$/;
const FIRST_PROCESS = 1;
const MAX_GENERATIONS = 12;

/**
 * The process whose life is the session's life: the Claude Code that started this hook or server, possibly through a
 * shell or npx. It is the nearest ancestor that is not a launcher.
 */
export function owningProcess(): ProcessMark {
  return markOf(nearestOwner(process.ppid) ?? process.pid);
}

function nearestOwner(parent: number): number | undefined {
  let pid = parent;
  for (let generation = 0; generation < MAX_GENERATIONS && pid > 0; generation++) {
    const facts = factsOf(pid);
    if (facts === undefined) return process.platform === 'win32' ? pid : undefined;
    // The first process inherits orphans and never ends, unless it is Claude Code itself, in a container of its own.
    if (pid === FIRST_PROCESS) return /^(?:claude|node)$/.test(facts.name) ? pid : undefined;
    if (!LAUNCHERS.test(facts.name)) return pid;
    pid = facts.parent;
  }
  return undefined;
}
