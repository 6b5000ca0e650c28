import { createHash, randomUUID } from 'node:crypto';
import { type ProcessIdentity, thisProcess } from '../kernel/process-identity.js';

const VARIABLE = 'WITAN_CHILD';

/** A variable that a child and everything it starts inherit, so that they can be found in any group or session. */
export interface ChildMark {
  /** Unique to the child. */
  readonly id: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function createChildMark(): ChildMark {
  const id = `${ownerMark(thisProcess())}${randomUUID()}`;
  // A Witan inside a Witan also passes on the outer mark: the outer one must find what the inner one left.
  const outer = process.env[VARIABLE];
  const value = outer !== undefined && /^[0-9a-f./-]{1,400}$/.test(outer) ? `${outer}/${id}` : id;
  return { id, environment: { [VARIABLE]: value } };
}

/** In the mark of every child of that process. The slash ends it: no other process has a mark that contains it. */
export function ownerMark(owner: ProcessIdentity): string {
  return `${formatIdentity(owner)}/`;
}

/** For names of files and variables: `<host>-<pid>-<start>`. */
export function formatIdentity({ pid, started, host }: ProcessIdentity): string {
  const hostHash = createHash('sha256').update(host).digest('hex').slice(0, 12);
  return `${hostHash}-${pid}-${started.replace(':', '.')}`;
}
