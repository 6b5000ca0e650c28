import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessIdentity, processState, readProcStat, thisProcess } from '../kernel/process-identity.js';
import { killMarked, killMarkedNow, listPids, ownerMark } from './marked-processes.js';

const POLL_MS = 15;
const KILL_TIMEOUT_MS = 500;

/** A child's process group, and the mark by which descendants that left it are found. */
export interface ProcessGroup {
  readonly leader: number;
  readonly mark: string;
}

const liveGroups = new Set<ProcessGroup>();
let watcher: ReturnType<typeof startChildWatcher> | undefined;

/** Before a child is started: from its first instant on it must not survive our own end, whatever that is. */
export function watchChildren(): void {
  if (watcher !== undefined) return;
  const mark = ownerMark(thisProcess());
  const started = startChildWatcher(mark);
  watcher = started;
  // First of all listeners: another one may throw, or remove the folders that these processes still write to.
  process.prependListener('exit', () => {
    for (const { leader } of liveGroups) signalGroup(leader, 'SIGKILL');
    killMarkedNow(mark);
    started.stop();
  });
}

export function trackGroup(group: ProcessGroup): void {
  liveGroups.add(group);
  watcher?.addGroup(group.leader);
}

export function forgetGroup(group: ProcessGroup): void {
  liveGroups.delete(group);
  watcher?.removeGroup(group.leader);
}

/** Ends what a killed process left running: its children and all that these started. Linux only. */
export async function endChildrenOf(owner: ProcessIdentity): Promise<void> {
  if (processState(owner) === 'gone') await killMarked(ownerMark(owner));
}

/**
 * Ends a whole group: asks first, and kills what is left after the grace; then kills descendants that left the group.
 * Resolves when nothing of it runs.
 */
export async function endGroup({ leader, mark }: ProcessGroup, graceMs: number): Promise<void> {
  await endMembers(leader, graceMs);
  await killMarked(mark);
}

async function endMembers(leader: number, graceMs: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await groupEnds(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await groupEnds(leader, KILL_TIMEOUT_MS);
}

async function groupEnds(leader: number, withinMs: number): Promise<boolean> {
  const start = performance.now();
  const deadline = start + withinMs;
  while (isGroupAlive(leader, start)) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Says whether the group was there to be signalled. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return signal === 0 ? isAliveOnWindows(leader) : killTreeOnWindows(leader);
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

function isGroupAlive(leader: number, since: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  // If orphans are not collected (the first process of a container often does not), a dead grandchild still counts as
  // present; without a look at its state every call would wait for the whole grace period.
  return process.platform !== 'linux' || hasRunningMember(leader, since);
}

/** The groups that have a running member, at one moment. */
let latest: { readonly takenAt: number; readonly groups: ReadonlySet<number> } = { takenAt: 0, groups: new Set() };

/** Many children may end at the same time: a separate search for each would block the event loop with reads of `/proc`. */
const SHARED_FOR_MS = 10;

/** Checks whether a member of the group ran at some moment after `since` (`performance.now()`) that is almost now. */
function hasRunningMember(leader: number, since: number): boolean {
  const now = performance.now();
  // An older search may be older than the group itself.
  if (latest.takenAt <= since || now - latest.takenAt > SHARED_FOR_MS) {
    const groups = listPids().flatMap((pid) => readProcStat(pid)?.group ?? []);
    latest = { takenAt: now, groups: new Set(groups) };
  }
  return latest.groups.has(leader);
}

function isAliveOnWindows(leader: number): boolean {
  try {
    return process.kill(leader, 0);
  } catch {
    return false;
  }
}

function killTreeOnWindows(leader: number): boolean {
  return spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore' }).status === 0;
}

/**
 * Ends our children when our process was killed and could not do it itself: a shell in its own session reads a pipe from
 * us, and kills what is left when the pipe closes. Linux only; without a shell there is no watcher.
 * `mark` is in the environment of every child that will be started.
 */
function startChildWatcher(mark: string) {
  const shell = process.platform === 'linux' ? startShell(mark) : undefined;
  return {
    addGroup: (leader: number) => shell?.stdin?.write(`+ ${leader}\n`),
    removeGroup: (leader: number) => shell?.stdin?.write(`- ${leader}\n`),
    stop: () => shell?.kill('SIGKILL'),
  };
}

/**
 * The groups contain children that cleared their environment. The mark finds children whose group we could not report
 * any more, and descendants that left the group. The pipe stays open in a child until its program is loaded; the later
 * searches are for the instant between that and its environment being readable, and for processes that forked.
 */
const SCRIPT = `
groups=' '
while read -r change id; do
  rest=' '
  for group in $groups; do [ "$group" = "$id" ] || rest="$rest$group "; done
  groups=$rest
  [ "$change" = + ] && groups="$groups$id "
done
for group in $groups; do kill -9 "-$group"; done
for pause in 0 1 1; do
  sleep "$pause"
  for file in $(grep -lsF -e "$1" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -9 "\${pid%/environ}"
  done
done
`;

function startShell(mark: string): ChildProcess {
  const { PATH } = process.env;
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'witan-watcher', mark], {
    cwd: '/',
    // Without our own environment: the watcher must not carry the mark of a Witan that started us.
    env: { LC_ALL: 'C', ...(PATH === undefined ? {} : { PATH }) },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  // Neither the watcher nor its pipe may keep our process alive.
  shell.unref();
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return shell;
}
