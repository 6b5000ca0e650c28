import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { success } from '../../kernel/result.js';
import { readFolderNote, writeFolderNote } from '../../storage/own-files/folder-note.js';
import { makeDataFolder } from '../../storage/own-files/own-folder.js';
import { createOwnFileAtOnce } from '../../storage/own-files/write-own-file.js';
import type { ActiveEntry } from '../entry/entry.js';
import { archiveFolder, archiveNames } from '../files/archive.js';
import { readOpenEntries } from '../files/open-entries.js';
import { readText } from '../files/read-text.js';
import type { JournalContext } from '../sessions/context.js';
import { readSessions } from '../sessions/find-session.js';
import { livingFiles } from './every-resolved-entry.js';
import type { Journal } from './journal.js';

// A journal may come with a cloned project. This user's own has a random id, and the user's config folder has the same
// id for its path.

/** Whether this user's programs made the journal, or the user agreed to use it. */
function isOwnJournal(folder: string): boolean {
  try {
    const id = readText(idPath(folder));
    return id !== undefined && readFolderNote(KIND, folder)?.id === id;
  } catch {
    // A link or a pipe in place of the id is not ours.
    return false;
  }
}

/** The journal is this user's own from now on. False if that could not be noted. */
export function claimJournal(folder: string): boolean {
  try {
    makeDataFolder(folder);
    createOwnFileAtOnce(idPath(folder), randomUUID());
    return writeFolderNote(KIND, folder, { id: readText(idPath(folder)) });
  } catch {
    return false;
  }
}

/**
 * Whether an entry came with the project. What this user began in a foreign journal did not. Undefined for a journal
 * that no server has looked at yet.
 */
export function foreignIn(folder: string): ((id: string) => boolean) | undefined {
  if (isUnseen(folder)) return undefined;
  if (isOwnJournal(folder)) return () => false;
  const begun = begunIn(folder);
  return (id) => !begun.includes(id);
}

/**
 * The journal without entries that came with the project: they are neither learned from nor offered as orphans, only
 * counted. What the user begins there is learned.
 */
export function withoutForeignEntries(
  journal: Journal,
  context: JournalContext,
  /** Whether a journal of an earlier version, which has no id, is this user's. */
  isKnownProject: () => Promise<boolean>,
): Journal {
  const { folder } = context;
  const readResolvedIds = createResolvedIds(journal, folder);
  let isOwn = false;

  async function checkOwn(): Promise<boolean> {
    isOwn ||= isOwnJournal(folder) || !hasEntries(context) || (isUnseen(folder) && (await isKnownProject()));
    return isOwn;
  }

  async function findForeign(): Promise<(id: string) => boolean> {
    if (await checkOwn()) return () => false;
    return foreignIn(folder) ?? (() => true);
  }

  /** Before the first change: what this user's programs write must not make a foreign journal look like an own one. */
  async function note(): Promise<void> {
    if (isOwnJournal(folder)) return;
    if (await checkOwn()) claimJournal(folder);
    else if (isUnseen(folder)) writeFolderNote(KIND, folder, { isForeign: true });
  }

  async function ownOrphans(id?: string) {
    const isForeign = await findForeign();
    const orphans = await journal.getOrphans();
    return orphans.filter(({ entry }) => !isForeign(entry.id) && (id === undefined || entry.id === id));
  }

  return {
    ...journal,
    async create(input) {
      await note();
      const created = await journal.create(input);
      if (created.ok && !(await checkOwn())) await noteBegun(context, created.value.entry.id);
      return created;
    },
    startSession: async () => note().then(() => journal.startSession()),
    ensureSession: async () => note().then(() => journal.ensureSession()),
    hasOrphanedEntry: async () => (await ownOrphans()).length > 0,
    getOrphanedEntry: async () => (await ownOrphans())[0]?.entry ?? null,
    getOrphans: () => ownOrphans(),
    async adoptOrphan(id, session) {
      const [orphan] = await ownOrphans(id);
      return orphan === undefined ? success(null) : journal.adoptOrphan(orphan.entry.id, session);
    },
    async abandonOrphan(reason, id) {
      const [orphan] = await ownOrphans(id);
      return orphan === undefined ? success(null) : journal.abandonOrphan(reason, orphan.entry.id);
    },
    async unsavedEntries(store) {
      const isForeign = await findForeign();
      return (await journal.unsavedEntries(store)).filter(({ id }) => !isForeign(id));
    },
    async foreignEntries() {
      if (await checkOwn()) return undefined;
      const isForeign = await findForeign();
      const open = allOpen(context).filter(({ id }) => isForeign(id));
      return { resolved: (await readResolvedIds()).filter(isForeign).length, open: open.length };
    },
  };
}

/** Years of archives may have come with a project: they are read again only if a file has changed. */
function createResolvedIds(journal: Journal, folder: string): () => Promise<readonly string[]> {
  let known: { readonly files: string; readonly ids: readonly string[] } | undefined;
  return async () => {
    const archives = archiveNames(folder).map((name) => join(archiveFolder(folder), name));
    const files = JSON.stringify([...livingFiles(folder), ...archives].map(fingerprint));
    if (known?.files !== files) known = { files, ids: (await journal.getAllResolved()).map(({ id }) => id) };
    return known.ids;
  };
}

function fingerprint(path: string): readonly unknown[] {
  const { size, mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  return [path, size, mtimeMs];
}

/** What this user began in a foreign journal, the newest last. */
function begunIn(folder: string): string[] {
  const { begun } = readFolderNote(KIND, folder) ?? {};
  return Array.isArray(begun) ? begun.filter((id) => typeof id === 'string') : [];
}

/** Outside the project, where nothing can come with a clone. */
async function noteBegun({ folder, withLock }: JournalContext, id: string): Promise<void> {
  await withLock(async () => {
    const begun = [...begunIn(folder), id].slice(-MAX_BEGUN);
    return success(writeFolderNote(KIND, folder, { isForeign: true, begun }));
  });
}

/** A note is small. Older entries have been learned from long ago. */
const MAX_BEGUN = 200;
const KIND = 'known-journals';

function idPath(folder: string): string {
  return join(folder, '.journal_id');
}

function isUnseen(folder: string): boolean {
  return readFolderNote(KIND, folder) === undefined;
}

function hasEntries(context: JournalContext): boolean {
  const { folder } = context;
  return (
    archiveNames(folder).length > 0 ||
    livingFiles(folder).some((path) => (readText(path) ?? '') !== '') ||
    allOpen(context).length > 0
  );
}

function allOpen(context: JournalContext): ActiveEntry[] {
  return readSessions(context).flatMap(({ files }) => readOpenEntries(files).entries.map(({ entry }) => entry));
}
