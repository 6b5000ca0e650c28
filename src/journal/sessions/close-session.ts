import { removeOwnFile, removeOwnFolder } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { ResolvedEntry } from '../entry/entry.js';
import { abandonEntry } from '../entry/transitions.js';
import { archiveLines } from '../files/archive.js';
import { clearCurrent, readSlot } from '../files/current-entry.js';
import { readEntryLines } from '../files/entry-lines.js';
import type { SessionState } from './find-session.js';

/** A session that ends leaves no entry unresolved; one that died leaves it as an orphan; so does one that is left. */
export type SessionEnd = 'ended' | 'left' | 'died';

/**
 * Archives what a session has left, in one step that either happens or does not, and then takes its files away. Each
 * of those steps may be repeated after a crash. Runs while the journal is locked.
 */
export async function closeSession(
  { folder, clock }: JournalContext,
  { files, sessionId, isMain }: SessionState,
  end: SessionEnd,
): Promise<ResolvedEntry[]> {
  const slot = readSlot(files);
  const lines = readEntryLines(files.entries);
  // An orphan that waits in the place of the session belongs to an earlier one: it stays an orphan.
  if (end === 'ended' && slot.kind === 'entry' && slot.entry.session_id === sessionId) {
    const entry = abandonEntry(slot.entry, 'session ended', clock.now());
    lines.push({ line: JSON.stringify(entry), entry });
  }
  const archivedAs = sessionId ?? lines.find(({ entry }) => entry !== undefined)?.entry?.session_id;
  await archiveLines(folder, archivedAs ?? 'session_unknown', lines, clock.now());

  const left = readSlot(files);
  if (left.kind === 'empty') clearCurrent(files);
  for (const path of [files.entries, files.toolCount, files.countedCalls, files.outcomes]) removeOwnFile(path);
  // The owner of an orphan may come back: Claude Code resumes a session that died under the same id.
  if (end !== 'died' || left.kind !== 'entry' || isMain) {
    for (const path of [files.sessionId, files.owner]) removeOwnFile(path);
  }
  // Refused while something is left in it: an orphan, or the backup of a damaged entry.
  if (!isMain) removeOwnFolder(files.folder);
  return [...new Map(lines.flatMap(({ entry }) => (entry === undefined ? [] : [[entry.id, entry]]))).values()];
}
