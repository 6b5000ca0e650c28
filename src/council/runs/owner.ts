import { type ProcessIdentity, processState } from '../../kernel/process-identity.js';

export { thisProcess } from '../../kernel/process-identity.js';

/** The process that holds a deliberation. */
export type Owner = ProcessIdentity;

/** How often an owner gives a sign of life, and after how long without one it is taken for dead where nothing else tells. */
export const HEARTBEAT_MS = 15_000;
const SILENT_MS = 60_000;

/** Whether that very process still runs. */
export function isAlive(owner: Owner, lastSign: Date, now: Date): boolean {
  const state = processState(owner);
  return state === 'unknown' ? now.getTime() - lastSign.getTime() < SILENT_MS : state === 'running';
}
