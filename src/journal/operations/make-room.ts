import { makeOwnFolder, renameOwnFile } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { Slot } from '../files/current-entry.js';
import { readText } from '../files/read-text.js';
import { type Seat, sideSeat } from '../files/seat.js';
import { putAside } from './active-entry.js';

/**
 * The place of a new entry may be taken by an orphan or by a file that cannot be read. Neither is lost: an orphan
 * moves to the folder of the session that left it, where it is still found. Returns what the caller should know.
 */
export async function makeRoomForEntry(context: JournalContext, seat: Seat, slot: Slot): Promise<string[]> {
  if (slot.kind === 'empty') return [];
  if (slot.kind === 'corrupted') {
    return [`The entry that was active could not be read and was kept as ${await putAside(context, seat)}.`];
  }
  const { id, session_id } = slot.entry;
  const home = freeSeat(context.folder, session_id);
  makeOwnFolder(home.folder);
  renameOwnFile(seat.current, home.current);
  return [`The entry ${id} of an earlier session is unresolved; adopt or abandon it.`];
}

// A journal put together by hand may hold two unresolved entries of one session.
function freeSeat(journal: string, sessionId: string): Seat {
  for (let attempt = 1; ; attempt++) {
    const seat = sideSeat(journal, attempt === 1 ? sessionId : `${sessionId}.${attempt}`);
    if (readText(seat.current) === undefined) return seat;
  }
}
