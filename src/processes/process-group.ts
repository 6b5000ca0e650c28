import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 15;
const KILL_PATIENCE_MS = 500;

/** Groups that still run. Our own end must not leave them behind, so one listener kills them synchronously. */
const liveGroups = new Set<number>();
let listening = false;

export function trackGroup(leader: number): void {
  liveGroups.add(leader);
  if (listening) return;
  listening = true;
  process.on('exit', killLiveGroups);
}

export function forgetGroup(leader: number): void {
  liveGroups.delete(leader);
}

/** Kills every child group at once. Called when our process exits; a door may call it on a signal. */
export function killLiveGroups(): void {
  for (const leader of liveGroups) signalGroup(leader, 'SIGKILL');
  liveGroups.clear();
}

/** Ends a whole group: asks first, and kills what is left after the grace. Resolves when nothing of it runs. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await groupEnds(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await groupEnds(leader, KILL_PATIENCE_MS);
}

async function groupEnds(leader: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isGroupAlive(leader)) {
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

function isGroupAlive(leader: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  // Where nobody reaps orphans (a container's first process often does not) a dead grandchild still counts as
  // present; without a look at its state every sweep would wait for the whole grace.
  return process.platform !== 'linux' || hasRunningMember(leader);
}

function hasRunningMember(leader: number): boolean {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statusFields(name);
    if (fields !== undefined && fields.group === leader && fields.state !== 'Z' && fields.state !== 'X') return true;
  }
  return false;
}

function statusFields(pid: string): { state: string; group: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may itself hold spaces and parentheses: count from the last one.
    const [state = '', , group = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, group: Number(group) };
  } catch {
    return undefined;
  }
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
