import { failure, success } from '../../kernel/result.js';
import { removeOwnFile, removeOwnFolder, renameOwnFile } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { ActiveEntry } from '../entry/entry.js';
import { abandonEntry } from '../entry/transitions.js';
import { alreadyActive, noSuchSession } from '../failure.js';
import { archiveLines } from '../files/archive.js';
import { clearCurrent, readSlot, writeCurrent } from '../files/current-entry.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Journal } from '../journal.js';
import { findSessionToContinue, isAlive, readSessions } from '../sessions/find-session.js';
import { type OpenSession, openSession } from '../sessions/start-session.js';
import { cleanReason } from './clean-input.js';
import { makeRoomForEntry } from './make-room.js';

type Orphans = Pick<Journal, 'hasOrphanedEntry' | 'getOrphanedEntry' | 'getOrphans' | 'adoptOrphan' | 'abandonOrphan'>;

export function orphansOf(context: JournalContext): Orphans {
  const { folder, clock, withLock, logger } = context;
  return {
    hasOrphanedEntry: async () => findOrphans(context).length > 0,
    getOrphanedEntry: async () => findOrphans(context)[0]?.entry ?? null,
    getOrphans: async () => findOrphans(context).map(({ entry }) => ({ entry, sessionId: entry.session_id })),

    adoptOrphan: (id, intoSession) =>
      withLock(async () => {
        const orphan = findOrphan(context, id);
        if (orphan === undefined) return success(null);
        const place = await adoptingPlace(context, intoSession);
        if (place === undefined) return failure(noSuchSession(intoSession ?? ''));
        const { files, sessionId } = place;
        const slot = readSlot(files);
        if (slot.kind === 'entry' && slot.entry.session_id === sessionId) return failure(alreadyActive(slot.entry));
        // First the place, then the session: after a crash in between it is an orphan still, and only once.
        if (orphan.files.current !== files.current) {
          await makeRoomForEntry(context, files, slot);
          renameOwnFile(orphan.files.current, files.current);
        }
        const adopted = { ...orphan.entry, session_id: sessionId };
        await writeCurrent(files, adopted);
        leaveFolder(orphan);
        logger.log('info', 'journal.orphan_adopted', { entry: adopted.id, from: orphan.entry.session_id });
        return success(adopted);
      }),

    abandonOrphan: (reason, id) =>
      withLock(async () => {
        const orphan = findOrphan(context, id);
        if (orphan === undefined) return success(null);
        const { entry, files } = orphan;
        const abandoned = abandonEntry(entry, cleanReason(context, reason).input, clock.now());
        const line = { line: JSON.stringify(abandoned), entry: abandoned };
        await archiveLines(folder, entry.session_id, [line], clock.now());
        clearCurrent(files);
        leaveFolder(orphan);
        logger.log('info', 'journal.orphan_abandoned', { entry: entry.id });
        return success(abandoned);
      }),
  };
}

async function adoptingPlace(context: JournalContext, session: string | undefined): Promise<OpenSession | undefined> {
  if (session === undefined) return openSession(context);
  const living = readSessions(context).find((state) => state.sessionId === session && isAlive(state));
  return living && { files: living.files, sessionId: session };
}

interface FoundOrphan {
  readonly entry: ActiveEntry;
  readonly files: SessionFiles;
  readonly isMain: boolean;
}

/** Unresolved entries whose session is not alive, the newest first. */
function findOrphans(context: JournalContext): FoundOrphan[] {
  const sessions = readSessions(context);
  const own = findSessionToContinue(sessions, context.identity);
  const living = new Set(sessions.filter((state) => state === own || isAlive(state)).map(({ sessionId }) => sessionId));
  const found: FoundOrphan[] = [];
  for (const { files, isMain } of sessions) {
    const slot = readSlot(files);
    if (slot.kind !== 'entry' || living.has(slot.entry.session_id)) continue;
    found.push({ entry: slot.entry, files, isMain });
  }
  return found.sort((a, b) => compare(b.entry.created_at, a.entry.created_at));
}

function findOrphan(context: JournalContext, id: string | undefined): FoundOrphan | undefined {
  return findOrphans(context).find(({ entry }) => id === undefined || entry.id === id);
}

/** A folder beside the top was kept for its orphan only. */
function leaveFolder({ files, isMain }: FoundOrphan): void {
  if (isMain) return;
  for (const path of [files.sessionId, files.owner, files.toolCount, files.outcomes]) removeOwnFile(path);
  // Refused while something is left in it: resolved entries are archived when the next session starts.
  removeOwnFolder(files.folder);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
