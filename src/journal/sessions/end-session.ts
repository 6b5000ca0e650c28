import { removeOwnFile, removeOwnFolder } from '../../storage/own-files/own-folder.js';
import type { ResolvedEntry } from '../entry/entry.js';
import { abandonEntry } from '../entry/transitions.js';
import { archiveLines } from '../files/archive.js';
import { readEntryLines } from '../files/entry-lines.js';
import { readOpenEntries } from '../files/open-entries.js';
import type { JournalContext } from './context.js';
import { findSession, isAlive, type SessionState } from './find-session.js';
import { writeOwner } from './session-owner.js';

/**
 * A session that a person ends abandons its open entries; every other one leaves them as orphans. Claude Code may resume
 * one that it suspended, or that died, under the same id: then they are its own again.
 */
export type SessionEnd = 'ended' | 'left' | 'suspended' | 'died';

/** Runs while the journal is locked. A session that was ended already, or never began, has no entries. */
export async function endSession(context: JournalContext, end: SessionEnd): Promise<ResolvedEntry[]> {
  const state = findSession(context, context.identity);
  if (state?.sessionId === undefined) return [];
  const entries = await closeSession(context, state, end);
  context.logger.log('info', 'journal.session_ended', { session: state.sessionId, entries: entries.length });
  return entries;
}

/** A server also stops when a person reconnects it: a session with hooks continues then, and they report its end. */
export async function leaveSession(context: JournalContext): Promise<ResolvedEntry[]> {
  const state = findSession(context, context.identity);
  const continues = state?.owner?.has_hooks === true && isAlive(state);
  return continues || state?.owner?.ended === true ? [] : endSession(context, 'left');
}

/**
 * Archives what a session resolved, in one step that either happens or does not, and then removes its files. Each
 * of those steps may be repeated after a crash. Runs while the journal is locked.
 */
export async function closeSession(
  { folder, clock }: JournalContext,
  { files, sessionId, isMain, owner }: SessionState,
  end: SessionEnd,
): Promise<ResolvedEntry[]> {
  const lines = readEntryLines(files.entries);
  // Orphans in this folder belong to earlier sessions: they stay orphans.
  const open = readOpenEntries(files).entries.filter(({ entry }) => entry.session_id === sessionId);
  for (const { entry } of end === 'ended' ? open.toReversed() : []) {
    const abandoned = abandonEntry(entry, 'session ended', clock.now());
    lines.push({ line: JSON.stringify(abandoned), entry: abandoned });
  }
  const archivedAs = sessionId ?? lines.find(({ entry }) => entry !== undefined)?.entry?.session_id;
  await archiveLines(lines, { journal: folder, sessionId: archivedAs ?? 'session_unknown', now: clock.now() });

  const { entries: left, resolved } = readOpenEntries(files);
  const { entries, toolCount, countedCalls, outcomes, failedTests } = files;
  for (const path of [...resolved, entries, toolCount, countedCalls, outcomes, failedTests]) removeOwnFile(path);
  const mayResume = left.length > 0 && (end === 'suspended' || (end === 'died' && !isMain));
  if (!mayResume) for (const path of [files.sessionId, files.owner]) removeOwnFile(path);
  else if (end === 'suspended' && owner !== undefined) await writeOwner(files, { ...owner, ended: true });
  // Refused while something is left in them: an orphan, or the backup of a damaged entry.
  removeOwnFolder(files.open);
  if (!isMain) removeOwnFolder(files.folder);
  return [...new Map(lines.flatMap(({ entry }) => (entry === undefined ? [] : [[entry.id, entry]]))).values()];
}
