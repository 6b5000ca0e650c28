import { failure, type Result, success } from '../../kernel/result.js';
import { appendOwnLines } from '../../storage/own-files/append-own-lines.js';
import { removeOwnFile } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { ActiveEntry, ResolvedEntry } from '../entry/entry.js';
import { abandonEntry, beginEntry, type NewEntry } from '../entry/transitions.js';
import { alreadyActive, type JournalFailure } from '../failure.js';
import { readSlot, writeCurrent } from '../files/current-entry.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Superseding } from '../journal.js';
import { openSession } from '../sessions/start-session.js';
import { cleanNewEntry } from './clean-input.js';
import { makeRoomForEntry } from './make-room.js';

/** Puts a new entry in the active place; runs while the journal is locked. */
export async function begin(
  context: JournalContext,
  raw: NewEntry,
  whenActive: 'refuse' | 'supersede',
): Promise<Result<Superseding, JournalFailure>> {
  const { files, sessionId } = await openSession(context);
  const slot = readSlot(files);
  const active = slot.kind === 'entry' && slot.entry.session_id === sessionId ? slot.entry : undefined;
  if (active !== undefined && whenActive === 'refuse') return failure(alreadyActive(active));

  const { input, warnings } = cleanNewEntry(context, raw);
  const now = context.clock.now();
  const entry = beginEntry(input, sessionId, now);
  const superseded = active && abandonEntry(active, 'superseded', now);
  const notes = superseded === undefined ? await makeRoomForEntry(context, files, slot) : [];
  if (superseded === undefined) await writeCurrent(files, entry);
  else await replaceCurrent(files, superseded, entry);
  removeOwnFile(files.outcomes);
  context.logger.log('info', 'journal.created', { entry: entry.id, ...(superseded && { superseded: superseded.id }) });
  return success({ entry, ...(superseded && { superseded }), warnings: [...warnings, ...notes] });
}

async function replaceCurrent(files: SessionFiles, superseded: ResolvedEntry, entry: ActiveEntry): Promise<void> {
  const appended = await appendOwnLines(files.entries, [JSON.stringify(superseded)]);
  try {
    // Takes the place of the old entry in one step.
    await writeCurrent(files, entry);
  } catch (error) {
    // The new one did not begin, so the old one did not end.
    appended.undo();
    throw error;
  }
}
