import { failure, success } from '../../kernel/result.js';
import { removeOwnFile, removeOwnFolder } from '../../storage/own-files/own-folder.js';
import type { ResolvedEntry } from '../entry/entry.js';
import { abandonEntry } from '../entry/transitions.js';
import { archiveLines } from '../files/archive.js';
import { noSuchSession, tooManyOpen } from '../files/failure.js';
import {
  keepNewestCurrent,
  moveHere,
  newestFirst,
  type OpenEntry,
  readOpenEntries,
  writeEntry,
} from '../files/open-entries.js';
import type { JournalContext } from '../sessions/context.js';
import { findSessionToContinue, isAlive, readSessions, type SessionState } from '../sessions/find-session.js';
import { type OpenSession, openSession } from '../sessions/start-session.js';
import { cleanReason } from './clean-input.js';
import type { Journal } from './journal.js';
import { MAX_OPEN_ENTRIES, ownOpenEntries } from './open-entry.js';

type Orphans = Pick<Journal, 'hasOrphanedEntry' | 'getOrphanedEntry' | 'getOrphans' | 'adoptOrphan' | 'abandonOrphan'>;

export function createOrphans(context: JournalContext): Orphans {
  const { withLock, logger } = context;
  return {
    hasOrphanedEntry: async () => findOrphans(context).length > 0,
    getOrphanedEntry: async () => findOrphans(context)[0]?.entry ?? null,
    getOrphans: async () => findOrphans(context).map(({ entry }) => ({ entry, sessionId: entry.session_id })),

    adoptOrphan: (id, intoSession) =>
      withLock(async () => {
        const orphan = findOrphan(context, id);
        if (orphan === undefined) return success(null);
        const session = await adoptingSession(context, intoSession);
        if (session === undefined) return failure(noSuchSession(intoSession ?? ''));
        const { files, sessionId } = session;
        const own = ownOpenEntries(session);
        if (own.length >= MAX_OPEN_ENTRIES) return failure(tooManyOpen(own));
        // First the folder, then the session: after a crash in between it is an orphan still, and only once.
        const isHere = orphan.state.files.folder === files.folder;
        const path = isHere ? orphan.path : moveHere(files, orphan);
        const adopted = { ...orphan.entry, session_id: sessionId };
        await writeEntry(path, adopted);
        keepNewestCurrent(files, sessionId);
        removeEmptyFolder(orphan.state);
        logger.log('info', 'journal.orphan_adopted', { entry: adopted.id, from: orphan.entry.session_id });
        return success(adopted);
      }),

    abandonOrphan: (reason, id) =>
      withLock(async () => {
        const orphan = findOrphan(context, id);
        if (orphan === undefined) return success(null);
        return success(await abandonOne(context, orphan, cleanReason(context, reason).input));
      }),
  };
}

/** Sessions that forget their entries must not fill the journal: only the newest orphans wait to be adopted. */
export async function abandonOldOrphans(context: JournalContext): Promise<void> {
  for (const orphan of findOrphans(context).slice(MAX_ORPHANS)) {
    await abandonOne(context, orphan, 'left open by a session that ended');
  }
}

const MAX_ORPHANS = 50;

async function abandonOne(context: JournalContext, orphan: FoundOrphan, reason: string): Promise<ResolvedEntry> {
  const { folder, clock, logger } = context;
  const { entry, path, state } = orphan;
  const abandoned = abandonEntry(entry, reason, clock.now());
  const line = { line: JSON.stringify(abandoned), entry: abandoned };
  await archiveLines([line], { journal: folder, sessionId: entry.session_id, now: clock.now() });
  removeOwnFile(path);
  removeEmptyFolder(state);
  logger.log('info', 'journal.orphan_abandoned', { entry: entry.id });
  return abandoned;
}

async function adoptingSession(context: JournalContext, session: string | undefined): Promise<OpenSession | undefined> {
  if (session === undefined) return openSession(context);
  const living = readSessions(context).find((state) => state.sessionId === session && isAlive(state));
  return living && { files: living.files, sessionId: session };
}

interface FoundOrphan extends OpenEntry {
  /** In whose folder it is. */
  readonly state: SessionState;
}

/** Open entries whose session is not alive, the newest first. */
function findOrphans(context: JournalContext): FoundOrphan[] {
  const sessions = readSessions(context);
  const own = findSessionToContinue(sessions, context.identity);
  const living = new Set(sessions.filter((state) => state === own || isAlive(state)).map(({ sessionId }) => sessionId));
  const found = sessions.flatMap((state) =>
    readOpenEntries(state.files)
      .entries.filter(({ entry }) => !living.has(entry.session_id))
      .map((open) => ({ ...open, state })),
  );
  return found.sort(newestFirst);
}

function findOrphan(context: JournalContext, id: string | undefined): FoundOrphan | undefined {
  return findOrphans(context).find(({ entry }) => id === undefined || entry.id === id);
}

/** The folder of a session that is gone was kept for its orphans only. */
function removeEmptyFolder({ files, isMain }: SessionState): void {
  removeOwnFolder(files.open);
  if (isMain || readOpenEntries(files).entries.length > 0) return;
  for (const path of [files.sessionId, files.owner, files.toolCount, files.outcomes]) removeOwnFile(path);
  // Refused while something is left in it: resolved entries are archived when the next session starts.
  removeOwnFolder(files.folder);
}
