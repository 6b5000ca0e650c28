import { type ProcessIdentity, processState } from '../../kernel/process-identity.js';

/** The process that runs a deliberation. */
export type Owner = ProcessIdentity;

/** How often an owner updates its heartbeat, and after how long without one it counts as dead if nothing else is known. */
export const HEARTBEAT_MS = 15_000;
const SILENT_MS = 60_000;

/** Whether that very process still runs. */
export function isAlive(owner: Owner, lastSign: Date, now: Date): boolean {
  const state = processState(owner);
  return state === 'unknown' ? now.getTime() - lastSign.getTime() < SILENT_MS : state === 'running';
}
