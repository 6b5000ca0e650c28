import { join } from 'node:path';
import { success } from '../../kernel/result.js';
import { removeOwnFile } from '../../storage/own-files/own-folder.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { writeOwnFile } from '../../storage/own-files/write-own-file.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { readEntryLines } from '../files/entry-lines.js';
import { keepNewestCurrent, readOpenEntries } from '../files/open-entries.js';
import { readText } from '../files/read-text.js';
import type { JournalContext } from '../sessions/context.js';
import { readSessions, type SessionState } from '../sessions/find-session.js';
import type { Journal } from './journal.js';

/** The one thing that shortens an archive: the person whose journal it is may take any entry out of it. */
export function createDeletion(context: JournalContext): Pick<Journal, 'deleteEntry'> {
  const { folder, withLock, logger } = context;
  return {
    deleteEntry: (id) =>
      withLock(async () => {
        const sessions = readSessions({ ...context, maxSideSessions: Number.POSITIVE_INFINITY });
        const archives = archiveNames(folder).map((name) => join(archiveFolder(folder), name));
        let isFound = false;
        // The open copy first: a line that vanished before it would make it count as unresolved again.
        for (const state of sessions) if (deleteOpen(state, id)) isFound = true;
        for (const path of [...sessions.map(({ files }) => files.entries), ...archives]) {
          if (await deleteLine(path, id)) isFound = true;
        }
        for (const { files } of sessions) if (deleteRemains(files.folder, id)) isFound = true;
        if (isFound) logger.log('info', 'journal.deleted', { entry: id });
        return success(isFound);
      }),
  };
}

function deleteOpen({ files, sessionId }: SessionState, id: string): boolean {
  const { entries, resolved } = readOpenEntries(files);
  const open = entries.find(({ entry }) => entry.id === id);
  // What a crash left of it goes too: without its line it would be open again.
  const remains = resolved.filter((path) => readText(path)?.includes(id) === true);
  for (const path of [...remains, ...(open === undefined ? [] : [open.path])]) removeOwnFile(path);
  if (sessionId !== undefined) keepNewestCurrent(files, sessionId);
  return open !== undefined;
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
  // A line that a crash has torn is not an entry any more, but it may still hold its text.
  const kept = lines.filter(({ entry, line }) => (entry === undefined ? !line.includes(id) : entry.id !== id));
  if (kept.length === lines.length) return false;
  if (kept.length === 0) removeOwnFile(path);
  else await writeOwnFile(path, kept.map(({ line }) => `${line}\n`).join(''));
  return true;
}
