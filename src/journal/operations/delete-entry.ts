import { join } from 'node:path';
import { success } from '../../kernel/result.js';
import { removeOwnFile } from '../../storage/own-files/own-folder.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import type { JournalContext } from '../context.js';
import { readEntry } from '../entry/read-entry.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { clearCurrent } from '../files/current-entry.js';
import { readEntryLines } from '../files/entry-lines.js';
import { readText } from '../files/read-text.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Journal } from '../journal.js';
import { readSessions } from '../sessions/find-session.js';

/** The one thing that shortens an archive: the person whose journal it is may take any entry out of it. */
export function deletionOf(context: JournalContext): Pick<Journal, 'deleteEntry'> {
  const { folder, withLock, logger } = context;
  return {
    deleteEntry: (id) =>
      withLock(async () => {
        const sessions = readSessions({ ...context, maxSideSessions: Number.POSITIVE_INFINITY }).map(
          ({ files }) => files,
        );
        const archives = archiveNames(folder).map((name) => join(archiveFolder(folder), name));
        let isFound = false;
        // The unresolved copy first: a line that vanished before it would make it count as unresolved again.
        for (const files of sessions) if (deleteCurrent(files, id)) isFound = true;
        for (const path of [...sessions.map(({ entries }) => entries), ...archives]) {
          if (await deleteLine(path, id)) isFound = true;
        }
        for (const { folder: place } of sessions) if (deleteRemains(place, id)) isFound = true;
        if (isFound) logger.log('info', 'journal.deleted', { entry: id });
        return success(isFound);
      }),
  };
}

function deleteCurrent(files: SessionFiles, id: string): boolean {
  if (readEntry(readText(files.current) ?? '')?.id !== id) return false;
  clearCurrent(files);
  return true;
}

/** Backups of entries that could not be read, and drafts of writers that were killed. */
function deleteRemains(folder: string, id: string): boolean {
  const names = listOwnFolder(folder).filter((name) => /^current_ghap\.corrupted\.|\.tmp$/.test(name));
  const holding = names.map((name) => join(folder, name)).filter((path) => readText(path)?.includes(id) === true);
  for (const path of holding) removeOwnFile(path);
  return holding.length > 0;
}

async function deleteLine(path: string, id: string): Promise<boolean> {
  const lines = readEntryLines(path);
  // A line that a crash has torn is no entry any more, but it still tells what stood there.
  const kept = lines.filter(({ entry, line }) => (entry === undefined ? !line.includes(id) : entry.id !== id));
  if (kept.length === lines.length) return false;
  if (kept.length === 0) removeOwnFile(path);
  else await writeOwnFile(path, kept.map(({ line }) => `${line}\n`).join(''));
  return true;
}
