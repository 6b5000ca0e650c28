import { type ProcessIdentity, processState, thisProcess } from '../../../src/kernel/process-identity.js';
import { formatIdentity } from '../../../src/processes/child-mark.js';

/**
 * The beginning of a scratch folder's name. It contains the process that owns the folder, so that folders of killed
 * processes can be recognized. In the name, because the folder itself must be empty for the tool.
 */
export function scratchPrefix(owner: ProcessIdentity = thisProcess()): string {
  return `witan-call-${formatIdentity(owner)}-`;
}

/** Whether a folder of this name was made by a process of this machine that has ended. */
export function isLeftBehind(name: string): boolean {
  const [, pid, started = ''] = NAME.exec(name) ?? [];
  if (pid === undefined) return false;
  const owner = { pid: Number(pid), started: started.replace('.', ':'), host: thisProcess().host };
  return name.startsWith(scratchPrefix(owner)) && processState(owner) === 'gone';
}

const NAME = /^witan-call-[0-9a-f]{12}-([1-9]\d{0,9})-((?:(?:[0-9a-f]{0,8}\.)?\d{1,20})?)-[A-Za-z0-9]{6}$/;
