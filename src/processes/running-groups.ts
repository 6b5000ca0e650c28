import { readProcStat } from '../kernel/process-identity.js';
import { listPids } from './marked-processes.js';

/** The groups that have a running member, at one moment. */
let latest: { readonly takenAt: number; readonly groups: ReadonlySet<number> } = { takenAt: 0, groups: new Set() };

/** Many children may end at the same time: a separate search for each would block the event loop with reads of `/proc`. */
const SHARED_FOR_MS = 10;

/** Whether a member of the group ran at some moment after `since` (`performance.now()`) that is almost now. */
export function hasRunningMember(leader: number, since: number): boolean {
  const now = performance.now();
  // An older search may be older than the group itself.
  if (latest.takenAt <= since || now - latest.takenAt > SHARED_FOR_MS) {
    const groups = listPids().flatMap((pid) => readProcStat(pid)?.group ?? []);
    latest = { takenAt: now, groups: new Set(groups) };
  }
  return latest.groups.has(leader);
}
