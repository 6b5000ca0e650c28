import { isProcessIdentity, type ProcessIdentity, processState } from '../../kernel/process-identity.js';
import { statOwnFile } from '../../storage/own-files/open-own-file.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import { readText } from '../files/read-text.js';
import type { SessionFiles } from '../files/session-files.js';

/** `.session_owner`: whose session it is. The session lives as long as that process does. */
export interface SessionOwner extends ProcessIdentity {
  readonly session_id: string;
  /** The ids by which Claude Code knows the session. A resumed one keeps its id and gets another process. */
  readonly claude_session_ids: readonly string[];
  /** The server that works for the session. One parent may run several, each for a session of its own. */
  readonly server?: ProcessIdentity;
  /** A hook has reported the session: hooks will also report its end. */
  readonly has_hooks?: boolean;
  /** A hook has reported its end. It continues only if Claude Code resumes it under the same id. */
  readonly ended?: boolean;
}

export function readOwner(files: SessionFiles): SessionOwner | undefined {
  try {
    const value: unknown = JSON.parse(readText(files.owner) ?? '');
    if (!isProcessIdentity(value)) return undefined;
    const { session_id, claude_session_ids, server, has_hooks, ended } = value as Partial<SessionOwner>;
    if (typeof session_id !== 'string' || !Array.isArray(claude_session_ids)) return undefined;
    const { pid, started, host } = value;
    return {
      ...{ pid, started, host, session_id },
      claude_session_ids: claude_session_ids.filter((id) => typeof id === 'string'),
      ...(isProcessIdentity(server) && { server }),
      ...(has_hooks === true && { has_hooks }),
      ...(ended === true && { ended }),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function writeOwner(files: SessionFiles, owner: SessionOwner): Promise<void> {
  await writeOwnFile(files.owner, `${JSON.stringify(owner)}\n`);
}

/** The time that a session of another machine or container, which cannot be asked here, counts as alive after its last sign. */
const BELIEVED_MS = 6 * 60 * 60 * 1000;

export function isOwnerAlive(files: SessionFiles, owner: SessionOwner): boolean {
  if (owner.ended === true) return false;
  const state = processState(owner);
  if (state !== 'unknown') return state === 'running';
  // A time in the far future is not a sign of life either.
  return Math.abs(Date.now() - lastSign(files)) < BELIEVED_MS;
}

function lastSign(files: SessionFiles): number {
  const paths = [files.owner, files.toolCount, files.current];
  return Math.max(...paths.map((path) => statOwnFile(path)?.mtimeMs ?? 0));
}
