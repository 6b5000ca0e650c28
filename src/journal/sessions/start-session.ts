import { dirname, join } from 'node:path';
import { isSameProcess, type ProcessIdentity } from '../../kernel/process-identity.js';
import { makeOwnFolder, removeOldDrafts } from '../../storage/own-files/own-folder.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import { newSessionId } from '../entry/identifiers.js';
import { readText } from '../files/read-text.js';
import { mainSessionFiles, type SessionFiles, sideSessionFiles } from '../files/session-files.js';
import type { JournalContext } from './context.js';
import { closeSession } from './end-session.js';
import {
  findOwnSession,
  findSession,
  findSessionToContinue,
  type Identity,
  isAlive,
  isServedByAnother,
  readSessions,
  type SessionState,
} from './find-session.js';
import { isOwnerAlive, type SessionOwner, writeOwner } from './session-owner.js';

export interface OpenSession {
  readonly files: SessionFiles;
  readonly sessionId: string;
}

/** Everything here runs while the journal is locked. */
export async function startSession(context: JournalContext): Promise<OpenSession> {
  const sessions = readSessions(context);
  const own = findSessionToContinue(sessions, context.identity);
  const top = sessions.find(({ isMain }) => isMain);
  const isMainFree = top === undefined || top === own || !isAlive(top);
  if (own !== undefined) await closeSession(context, own, 'left');
  const dead = sessions.filter((state) => state !== own && !isAlive(state));
  for (const state of dead.slice(0, context.maxClosings)) await closeSession(context, state, 'died');
  removeDrafts(sessions);

  const sessionId = newSessionId(context.clock.now());
  const files = isMainFree ? mainSessionFiles(context.folder) : sideSessionFiles(context.folder, sessionId);
  // Each by itself: folders on the way to a new one would be open to other users.
  if (!isMainFree) makeOwnFolder(dirname(files.folder));
  makeOwnFolder(files.folder);
  // Before the first entry can have it.
  context.ownSessions?.add([sessionId]);
  await claimSession(context, { files, sessionId });
  context.logger.log('info', 'journal.session_started', { session: sessionId, shared: !isMainFree });
  return { files, sessionId };
}

/** The session that the caller sees: its own, under its present process, or a new one. */
export async function ensureSession(context: JournalContext): Promise<OpenSession> {
  const own = findOwnSession(readSessions(context), context.identity);
  return own?.sessionId === undefined ? startSession(context) : continueSession(context, own, own.sessionId);
}

/** For a change that needs a session: the one to continue, or a new one. */
export async function openSession(context: JournalContext): Promise<OpenSession> {
  const state = findSession(context, context.identity);
  if (state?.sessionId === undefined) return startSession(context);
  const { files, sessionId, owner } = state;
  // Hooks run at every tool call: one that finds its session by the id need not ask for the life of its owner.
  const isFoundById = context.identity.trusts === 'claude_session' && owner?.has_hooks === true && !owner.ended;
  return isFoundById ? { files, sessionId } : continueSession(context, state, sessionId);
}

async function continueSession(context: JournalContext, state: SessionState, sessionId: string): Promise<OpenSession> {
  const { files, owner } = state;
  const { claudeSessionId, trusts } = context.identity;
  const known = owner?.claude_session_ids ?? [];
  const isNewId = claudeSessionId !== undefined && trusts === 'claude_session' && !known.includes(claudeSessionId);
  const isNewWitness = isNewWitnessOf(owner, context.identity);
  const isMine = owner !== undefined && !owner.ended && isSameProcess(owner, context.identity.owningProcess());
  // A hook may have begun it where nothing was remembered yet. What came with a project names no process that runs here.
  if (isMine) context.ownSessions?.add([sessionId]);
  if (isNewId || isNewWitness || !(isMine || isAlive(state))) await claimSession(context, { files, sessionId }, owner);
  return { files, sessionId };
}

/** Checks whether the owner's file does not yet say what the caller is the one to know. */
function isNewWitnessOf(owner: SessionOwner | undefined, { trusts, server }: Identity): boolean {
  if (trusts === 'claude_session') return owner?.has_hooks !== true;
  if (server === undefined || isServedByAnother(owner, server)) return false;
  return owner?.server === undefined || !isSameProcess(owner.server, server);
}

async function claimSession(
  { identity }: JournalContext,
  { files, sessionId }: OpenSession,
  before?: SessionOwner,
): Promise<void> {
  const { claudeSessionId, trusts, server: self } = identity;
  const known = before?.claude_session_ids ?? [];
  // After `/clear` the server still has the old id: it is not a name of the new session.
  const isNamed = claudeSessionId !== undefined && (trusts === 'claude_session' || known.length === 0);
  const server = self === undefined || isServedByAnother(before, self) ? before?.server : self;
  await writeOwner(files, {
    session_id: sessionId,
    ...(livingOwner(files, before) ?? identity.owningProcess()),
    claude_session_ids: [...new Set(isNamed ? [...known, claudeSessionId] : known)],
    ...(server !== undefined && { server }),
    ...((trusts === 'claude_session' || before?.has_hooks === true) && { has_hooks: true }),
  });
  const written = readText(files.sessionId);
  // Last: from here on the session is there.
  if (written?.trim() !== sessionId) await writeOwnFile(files.sessionId, `${sessionId}\n`);
}

/** A session that is found by its id keeps the process whose life it shares as long as that lives. */
function livingOwner(files: SessionFiles, before: SessionOwner | undefined): ProcessIdentity | undefined {
  if (before === undefined || !isOwnerAlive(files, before)) return undefined;
  const { pid, started, host } = before;
  return { pid, started, host };
}

/** Removes what killed writers left behind; a living one keeps its draft for an instant. */
function removeDrafts(sessions: readonly SessionState[]): void {
  const folders = sessions.flatMap(({ files, isMain }) =>
    isMain ? [files.folder, join(files.folder, 'archive')] : files.folder,
  );
  for (const folder of folders) removeOldDrafts(folder, DRAFT);
}

const DRAFT = /^\.(?:.*\.tmp|lock\..+)$/;
