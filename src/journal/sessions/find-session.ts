import { join } from 'node:path';
import { isSameProcess, type ProcessIdentity, processState } from '../../kernel/process-identity.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { isSafeIdentifier, newSessionId } from '../entry/identifiers.js';
import { readText } from '../files/read-text.js';
import { mainSessionFiles, type SessionFiles, sideSessionFiles } from '../files/session-files.js';
import { isOwnerAlive, readOwner, type SessionOwner } from './session-owner.js';

/** The caller. A client that gives no session id is known by its process alone. */
export interface Identity {
  readonly claudeSessionId: string | undefined;
  /** Costs a look at the process table: asked only when the id alone does not find the files. */
  owningProcess(): ProcessIdentity;
  /**
   * A hook gets the present session id each time. The server gets it once, and it is outdated after `/clear` or a
   * resume in the same process: there the process is more reliable.
   */
  readonly trusts: 'claude_session' | 'process';
  /** The asking program itself, if it serves one session all its life. */
  readonly server: ProcessIdentity | undefined;
}

export interface SessionState {
  readonly files: SessionFiles;
  readonly isMain: boolean;
  readonly sessionId: string | undefined;
  /** Only if it belongs to that session: a crash may leave the owner of one that never began. */
  readonly owner: SessionOwner | undefined;
}

/** The sessions that a caller reads. */
export interface SessionScope {
  readonly folder: string;
  /** The number besides the main one; the newest. A folder may hold thousands that came with a project. */
  readonly maxSideSessions: number;
}

/** The files at the top first. */
export function readSessions({ folder, maxSideSessions }: SessionScope): SessionState[] {
  const names = sideSessionNames(folder, maxSideSessions);
  return [readMainSession(folder), ...names.map((name) => readSession(sideSessionFiles(folder, name), false))];
}

export function readMainSession(journal: string): SessionState {
  return readSession(mainSessionFiles(journal), true);
}

/** In the order of their names, which is the order in which the sessions began. */
export function sideSessionNames(journal: string, max: number): string[] {
  const names = listOwnFolder(join(journal, 'sessions')).filter(isSafeIdentifier).sort();
  if (names.length <= max) return names;
  // Planted names of the far future must not crowd out the sessions of today.
  const latest = newSessionId(new Date(Date.now() + CLOCK_TOLERANCE_MS));
  return names.filter((name) => name <= latest).slice(-max);
}

const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** The caller's session to continue, without reading all others where the main one is known by its id. */
export function findSession(scope: SessionScope, identity: Identity): SessionState | undefined {
  if (identity.trusts === 'claude_session') {
    const top = readMainSession(scope.folder);
    if (isKnownAs(top.owner, identity.claudeSessionId)) return top;
  }
  return findSessionToContinue(readSessions(scope), identity);
}

/** The caller's session, by its process or by its id. */
export function findOwnSession(sessions: readonly SessionState[], identity: Identity): SessionState | undefined {
  const { claudeSessionId, trusts } = identity;
  const byId = () => sessions.find(({ owner }) => isKnownAs(owner, claudeSessionId));
  const byProcess = () => {
    const taken = sessions.filter(({ owner }) => owner !== undefined && owner.ended !== true);
    if (taken.length === 0) return undefined;
    const self = identity.owningProcess();
    const mine = taken.filter(({ owner }) => owner !== undefined && isSameProcess(owner, self));
    const { server } = identity;
    if (server === undefined) return mine[0];
    const served = mine.find(({ owner }) => owner?.server !== undefined && isSameProcess(owner.server, server));
    return served ?? mine.find(({ owner }) => !isServedByAnother(owner, server));
  };
  return trusts === 'claude_session' ? (byId() ?? byProcess()) : (byProcess() ?? byId());
}

/**
 * The same for every call but the first of a session. A client without a session id continues the main session if
 * its owner is gone: after a restart nothing distinguishes it from the client before.
 */
export function findSessionToContinue(sessions: readonly SessionState[], identity: Identity): SessionState | undefined {
  const own = findOwnSession(sessions, identity);
  if (own !== undefined || identity.claudeSessionId !== undefined) return own;
  const top = sessions.find(({ isMain }) => isMain);
  return top?.sessionId === undefined || isAlive(top) ? undefined : top;
}

export function isAlive({ files, owner }: SessionState): boolean {
  return owner !== undefined && isOwnerAlive(files, owner);
}

/** One program may have started several servers, each for a session of its own: the same parent does not make one. */
export function isServedByAnother(owner: SessionOwner | undefined, server: ProcessIdentity): boolean {
  if (owner?.server === undefined || isSameProcess(owner.server, server)) return false;
  return processState(owner.server) === 'running';
}

function isKnownAs(owner: SessionOwner | undefined, claudeSessionId: string | undefined): boolean {
  return claudeSessionId !== undefined && owner?.claude_session_ids.includes(claudeSessionId) === true;
}

function readSession(files: SessionFiles, isMain: boolean): SessionState {
  const written = (readText(files.sessionId) ?? '').trim();
  const sessionId = isSafeIdentifier(written) ? written : undefined;
  const owner = sessionId === undefined ? undefined : readOwner(files);
  return { files, isMain, sessionId, owner: owner?.session_id === sessionId ? owner : undefined };
}
