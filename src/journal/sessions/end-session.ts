import { removeOwnFile, removeOwnFolder } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { ResolvedEntry } from '../entry/entry.js';
import { abandonEntry } from '../entry/transitions.js';
import { archiveLines } from '../files/archive.js';
import { readEntryLines } from '../files/entry-lines.js';
import { readOpenEntries } from '../files/open-entries.js';
import { findSession, isAlive, type SessionState } from './find-session.js';

/** A session that is ended by hand abandons its open entries; one that is left, or died, leaves them as orphans. */
export type SessionEnd = 'ended' | 'left' | 'died';

/** Runs while the journal is locked. A session that was ended already, or never began, has no entries. */
export async function endSession(context: JournalContext, end: 'ended' | 'left'): Promise<ResolvedEntry[]> {
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
  return continues ? [] : endSession(context, 'left');
}

/**
 * Archives what a session resolved, in one step that either happens or does not, and then removes its files. Each
 * of those steps may be repeated after a crash. Runs while the journal is locked.
 */
export async function closeSession(
  { folder, clock }: JournalContext,
  { files, sessionId, isMain }: SessionState,
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
  await archiveLines(folder, archivedAs ?? 'session_unknown', lines, clock.now());

  const { entries: left, resolved } = readOpenEntries(files);
  const { entries, toolCount, countedCalls, outcomes, failedTests } = files;
  for (const path of [...resolved, entries, toolCount, countedCalls, outcomes, failedTests]) removeOwnFile(path);
  // The owner of an orphan may come back: Claude Code resumes a session that died under the same id.
  if (end !== 'died' || left.length === 0 || isMain) {
    for (const path of [files.sessionId, files.owner]) removeOwnFile(path);
  }
  // Refused while something is left in them: an orphan, or the backup of a damaged entry.
  removeOwnFolder(files.open);
  if (!isMain) removeOwnFolder(files.folder);
  return [...new Map(lines.flatMap(({ entry }) => (entry === undefined ? [] : [[entry.id, entry]]))).values()];
}
