import { failure, type Result, success } from '../../kernel/result.js';
import type { JournalContext } from '../context.js';
import type { ActiveEntry } from '../entry/entry.js';
import { corrupted, type JournalFailure, noneActive } from '../failure.js';
import { backUpCorrupted, readSlot } from '../files/current-entry.js';
import type { SessionFiles } from '../files/session-files.js';
import { type OpenSession, openSession } from '../sessions/start-session.js';

export interface ActivePlace extends OpenSession {
  readonly entry: ActiveEntry;
}

/** The entry that a change is about; runs while the journal is locked. */
export async function expectActive(context: JournalContext): Promise<Result<ActivePlace, JournalFailure>> {
  const { files, sessionId } = await openSession(context);
  const slot = readSlot(files);
  if (slot.kind === 'corrupted') return failure(corrupted(await putAside(context, files)));
  if (slot.kind === 'empty' || slot.entry.session_id !== sessionId) return failure(noneActive());
  return success({ files, sessionId, entry: slot.entry });
}

export async function putAside({ clock, logger }: JournalContext, files: SessionFiles): Promise<string> {
  const backup = await backUpCorrupted(files, clock.now());
  logger.log('error', 'journal.corrupted', { kept_as: backup });
  return backup;
}
