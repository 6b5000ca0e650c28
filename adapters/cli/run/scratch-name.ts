import { createHash } from 'node:crypto';
import { type ProcessIdentity, processState, thisProcess } from '../../../src/processes/process-identity.js';

/**
 * The beginning of a scratch folder's name. It says whose the folder is, so that what a killed process left can be told
 * from what another one uses. In the name, because the folder itself must be empty for the tool.
 */
export function scratchPrefix(owner: ProcessIdentity = thisProcess()): string {
  const { pid, started } = owner;
  return `witan-call-${hostMark(owner)}-${pid}-${started.replace(':', '.')}-`;
}

/** Whether a folder of this name was made by a process of this machine that has ended. */
export function isLeftBehind(name: string): boolean {
  const [, mark, pid, started = ''] = NAME.exec(name) ?? [];
  if (pid === undefined) return false;
  const here = thisProcess();
  if (mark !== hostMark(here)) return false;
  const owner = { pid: Number(pid), started: started.replace('.', ':'), host: here.host };
  return processState(owner) === 'gone';
}

const NAME = /^witan-call-([0-9a-f]{12})-([1-9]\d{0,9})-((?:[0-9a-f]{0,8}\.\d{1,20})?)-[A-Za-z0-9]{6}$/;

function hostMark({ host }: ProcessIdentity): string {
  return createHash('sha256').update(host).digest('hex').slice(0, 12);
}
