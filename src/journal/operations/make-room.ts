import { makeOwnFolder, renameOwnFile } from '../../storage/own-files/own-folder.js';
import type { JournalContext } from '../context.js';
import type { Slot } from '../files/current-entry.js';
import { readText } from '../files/read-text.js';
import { type SessionFiles, sideSessionFiles } from '../files/session-files.js';
import { putAside } from './active-entry.js';

/**
 * The place of a new entry may be taken by an orphan or by a file that cannot be read. Neither is lost: an orphan
 * moves to the folder of the session that left it, where it is still found. Returns what the caller should know.
 */
export async function makeRoomForEntry(context: JournalContext, files: SessionFiles, slot: Slot): Promise<string[]> {
  if (slot.kind === 'empty') return [];
  if (slot.kind === 'corrupted') {
    return [`The entry that was active could not be read and was kept as ${await putAside(context, files)}.`];
  }
  const { id, session_id } = slot.entry;
  const home = freeFolder(context.folder, session_id);
  makeOwnFolder(home.folder);
  renameOwnFile(files.current, home.current);
  return [`The entry ${id} of an earlier session is unresolved; adopt or abandon it.`];
}

// A journal put together by hand may hold two unresolved entries of one session.
function freeFolder(journal: string, sessionId: string): SessionFiles {
  for (let attempt = 1; ; attempt++) {
    const files = sideSessionFiles(journal, attempt === 1 ? sessionId : `${sessionId}.${attempt}`);
    if (readText(files.current) === undefined) return files;
  }
}
