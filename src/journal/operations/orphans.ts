import { failure, success } from '../../kernel/result.js';
import { removeOwnFile, removeOwnFolder, renameOwnFile } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { ActiveEntry } from '../entry/entry.js';
import { abandonEntry } from '../entry/transitions.js';
import { alreadyActive, noSuchSession } from '../failure.js';
import { archiveLines } from '../files/archive.js';
import { clearCurrent, readSlot, writeCurrent } from '../files/current-entry.js';
import type { Seat } from '../files/seat.js';
import type { Journal } from '../journal.js';
import { findSeatToContinue, isAlive, readSeats } from '../sessions/find-seat.js';
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
        const { seat, sessionId } = place;
        const slot = readSlot(seat);
        if (slot.kind === 'entry' && slot.entry.session_id === sessionId) return failure(alreadyActive(slot.entry));
        // First the place, then the session: after a crash in between it is an orphan still, and only once.
        if (orphan.seat.current !== seat.current) {
          await makeRoomForEntry(context, seat, slot);
          renameOwnFile(orphan.seat.current, seat.current);
        }
        const adopted = { ...orphan.entry, session_id: sessionId };
        await writeCurrent(seat, adopted);
        leaveSeat(orphan);
        logger.log('info', 'journal.orphan_adopted', { entry: adopted.id, from: orphan.entry.session_id });
        return success(adopted);
      }),

    abandonOrphan: (reason, id) =>
      withLock(async () => {
        const orphan = findOrphan(context, id);
        if (orphan === undefined) return success(null);
        const { entry, seat } = orphan;
        const abandoned = abandonEntry(entry, cleanReason(context, reason).input, clock.now());
        const line = { line: JSON.stringify(abandoned), entry: abandoned };
        await archiveLines(folder, entry.session_id, [line], clock.now());
        clearCurrent(seat);
        leaveSeat(orphan);
        logger.log('info', 'journal.orphan_abandoned', { entry: entry.id });
        return success(abandoned);
      }),
  };
}

async function adoptingPlace(context: JournalContext, session: string | undefined): Promise<OpenSession | undefined> {
  if (session === undefined) return openSession(context);
  const living = readSeats(context).find((state) => state.sessionId === session && isAlive(state));
  return living && { seat: living.seat, sessionId: session };
}

interface FoundOrphan {
  readonly entry: ActiveEntry;
  readonly seat: Seat;
  readonly isTop: boolean;
}

/** Unresolved entries whose session is not alive, the newest first. */
function findOrphans(context: JournalContext): FoundOrphan[] {
  const seats = readSeats(context);
  const own = findSeatToContinue(seats, context.identity);
  const living = new Set(seats.filter((state) => state === own || isAlive(state)).map(({ sessionId }) => sessionId));
  const found: FoundOrphan[] = [];
  for (const { seat, isTop } of seats) {
    const slot = readSlot(seat);
    if (slot.kind !== 'entry' || living.has(slot.entry.session_id)) continue;
    found.push({ entry: slot.entry, seat, isTop });
  }
  return found.sort((a, b) => compare(b.entry.created_at, a.entry.created_at));
}

function findOrphan(context: JournalContext, id: string | undefined): FoundOrphan | undefined {
  return findOrphans(context).find(({ entry }) => id === undefined || entry.id === id);
}

/** A folder beside the top was kept for its orphan only. */
function leaveSeat({ seat, isTop }: FoundOrphan): void {
  if (isTop) return;
  for (const path of [seat.sessionId, seat.owner, seat.toolCount, seat.outcomes]) removeOwnFile(path);
  // Refused while something is left in it: resolved entries are archived when the next session starts.
  removeOwnFolder(seat.folder);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
