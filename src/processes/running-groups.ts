import { readdirSync, readFileSync } from 'node:fs';

/** The groups that have a member which is not dead, at one moment. */
let latest: { readonly takenAt: number; readonly groups: ReadonlySet<number> } = { takenAt: 0, groups: new Set() };

/** Many children may end at once: with a look of its own for each, our loop would do nothing but read `/proc`. */
const SHARED_FOR_MS = 10;

/** Whether a member of the group ran at some moment since `since` (`performance.now()`) that is almost now. */
export function hasRunningMember(leader: number, since: number): boolean {
  const now = performance.now();
  // A look from before `since` may be older than the group itself.
  if (latest.takenAt <= since || now - latest.takenAt > SHARED_FOR_MS) {
    latest = { takenAt: now, groups: new Set(runningGroups()) };
  }
  return latest.groups.has(leader);
}

function* runningGroups(): Generator<number> {
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statusFields(name) : undefined;
    if (fields !== undefined && fields.state !== 'Z' && fields.state !== 'X') yield fields.group;
  }
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
