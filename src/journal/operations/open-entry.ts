import { failure, type Result, success } from '../../kernel/result.js';
import { corrupted, type JournalFailure, noneActive, notOpen, severalOpen } from '../files/failure.js';
import {
  backUpDamaged,
  keepNewestCurrent,
  type OpenEntries,
  type OpenEntry,
  readOpenEntries,
} from '../files/open-entries.js';
import type { SessionFiles } from '../files/session-files.js';
import type { JournalContext } from '../sessions/context.js';
import { type OpenSession, openSession } from '../sessions/start-session.js';

/** More than an agent can work on; what it forgot is then named instead of being added to. */
export const MAX_OPEN_ENTRIES = 20;

export interface ChosenEntry extends OpenSession {
  readonly open: OpenEntry;
  /** No other entry of the session is open. */
  readonly isOnly: boolean;
}

/** The entry that a change is about: the one with this id, or the only one. Runs while the journal is locked. */
export async function chooseOpenEntry(
  context: JournalContext,
  id: string | undefined,
): Promise<Result<ChosenEntry, JournalFailure>> {
  const session = await openSession(context);
  const { files, sessionId } = session;
  const read = readOpenEntries(files);
  const [backup] = putDamagedAside(context, files, read);
  if (backup !== undefined && id === undefined) return failure(corrupted(backup));
  const isMoved = keepNewestCurrent(files, sessionId, { ...read, damaged: [] });
  const own = ownOpenEntries(session, isMoved ? readOpenEntries(files) : read);
  const found = own.find(({ entry }) => id === undefined || entry.id === id);
  if (found === undefined) return failure(id === undefined ? noneActive() : notOpen(id, own));
  if (id === undefined && own.length > 1) return failure(severalOpen(own));
  return success({ ...session, open: found, isOnly: own.length === 1 });
}

/** The open entries of a session, the newest first. */
export function ownOpenEntries({ files, sessionId }: OpenSession, open = readOpenEntries(files)): OpenEntry[] {
  return open.entries.filter(({ entry }) => entry.session_id === sessionId);
}

/** The new names of files that could not be read as an entry. Runs while the journal is locked. */
export function putDamagedAside(
  { clock, logger }: JournalContext,
  files: SessionFiles,
  { damaged }: OpenEntries,
): string[] {
  return damaged.map((path) => {
    const backup = backUpDamaged(files, path, clock.now());
    logger.log('error', 'journal.corrupted', { kept_as: backup });
    return backup;
  });
}
