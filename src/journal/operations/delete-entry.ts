import { join } from 'node:path';
import { success } from '../../kernel/result.js';
import { writeAtomically } from '../../storage/write-atomically.js';
import type { JournalContext } from '../context.js';
import { readEntry } from '../entry/read-entry.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { clearCurrent } from '../files/current-entry.js';
import { readEntryLines } from '../files/entry-lines.js';
import { readText } from '../files/read-text.js';
import { removeFile } from '../files/remove-file.js';
import type { Seat } from '../files/seat.js';
import type { Journal } from '../journal.js';
import { readSeats } from '../sessions/find-seat.js';

/** The one thing that shortens an archive: the person whose journal it is may take any entry out of it. */
export function deletionOf({ folder, withLock, logger }: JournalContext): Pick<Journal, 'deleteEntry'> {
  return {
    deleteEntry: (id) =>
      withLock(async () => {
        const seats = readSeats(folder).map(({ seat }) => seat);
        const archives = archiveNames(folder).map((name) => join(archiveFolder(folder), name));
        let isFound = false;
        // The unresolved copy first: a line that vanished before it would make it count as unresolved again.
        for (const seat of seats) if (deleteCurrent(seat, id)) isFound = true;
        for (const path of [...seats.map(({ entries }) => entries), ...archives]) {
          if (await deleteLine(path, id)) isFound = true;
        }
        if (isFound) logger.log('info', 'journal.deleted', { entry: id });
        return success(isFound);
      }),
  };
}

function deleteCurrent(seat: Seat, id: string): boolean {
  if (readEntry(readText(seat.current) ?? '')?.id !== id) return false;
  clearCurrent(seat);
  return true;
}

async function deleteLine(path: string, id: string): Promise<boolean> {
  const lines = readEntryLines(path);
  const kept = lines.filter(({ entry }) => entry?.id !== id);
  if (kept.length === lines.length) return false;
  if (kept.length === 0) removeFile(path);
  else await writeAtomically(path, kept.map(({ line }) => `${line}\n`).join(''));
  return true;
}
