import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { type DraftFiles, draftPrefix, writeAtomically } from '../../kernel/write-atomically.js';
import { quoted } from '../read-path.js';
import { expectNoProblem, FileProblemError, refuse } from './file-problem.js';
import { inProjectFolder, makeFoldersAbove, openEntry, type PinnedEntry } from './in-project-folder.js';
import type { PersonPaths } from './person-paths.js';
import { expectEditable, type FileContent, fileContent, refuseText, versionOf } from './text-file.js';

export interface FileEdit {
  readonly path: string;
  readonly content: string;
  /** The version that the person's text began with; null for a new file. */
  readonly expectedVersion: string | null;
}

export interface WrittenFile {
  readonly path: string;
  readonly version: string;
  /** The earlier text; null if the file is new. */
  readonly before: string | null;
}

/**
 * Replaces a file or makes a new one, if it is still what the person began with. Never through a link. The file is the old
 * or the new one at any moment, also on a full disk and after a crash.
 */
export async function writeProjectFile(edit: FileEdit, paths: PersonPaths): Promise<WrittenFile> {
  const relative = expectNoProblem(paths.read(edit.path));
  const refused = refuseText(relative, edit.content);
  if (refused !== undefined) throw new FileProblemError(refused);
  if (edit.expectedVersion === null) await makeFoldersAbove(relative, paths);
  return inProjectFolder(relative, paths, async (entry) => {
    const version = versionOf(edit.content);
    const current = readEntry(entry);
    // Also when a save is sent again because its answer was lost.
    if (current?.file.version === version) return { path: relative, version, before: current.file.content };
    if ((current?.file.version ?? null) !== edit.expectedVersion) throw conflict(edit, relative, current?.file);
    removeOldDrafts(entry);
    try {
      await writeAtomically(entry.path, edit.content, { files: draftFiles(entry, current?.stats) });
    } catch (error) {
      if (!(error instanceof ChangedSince)) throw error;
      throw conflict(edit, relative, readEntry(entry)?.file);
    }
    return { path: relative, version, before: current?.file.content ?? null };
  });
}

interface CurrentFile {
  readonly file: FileContent;
  readonly stats: BigIntStats;
}

function readEntry(entry: PinnedEntry): CurrentFile | undefined {
  const opened = openEntry(entry);
  if (opened === undefined) return undefined;
  const { descriptor, stats } = opened;
  try {
    expectEditable(entry.relative, Number(stats.size));
    return { file: fileContent(entry.relative, readFileSync(descriptor)), stats };
  } finally {
    closeSync(descriptor);
  }
}

class ChangedSince extends Error {}

/** The draft gets the rights of the file that it replaces, and its name only while that file is still the same. */
function draftFiles(entry: PinnedEntry, current: BigIntStats | undefined): DraftFiles {
  if (current !== undefined) expectWritable(entry);
  return {
    create(path) {
      const descriptor = openSync(path, CREATE, current === undefined ? 0o666 : 0o600);
      if (current !== undefined) keepRights(descriptor, current);
      return descriptor;
    },
    rename(draft, path) {
      if (current === undefined) nameNewFile(draft, path);
      else {
        const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
        if (now === undefined || !isSame(now, current)) throw new ChangedSince();
        renameSync(draft, path);
      }
    },
    remove: (path) => rmSync(path, { force: true }),
  };
}

const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Replacing a file needs no right to write it, but the person meant something by taking that right away. */
function expectWritable(entry: PinnedEntry): void {
  try {
    accessSync(entry.path, constants.W_OK);
  } catch {
    throw refuse('FORBIDDEN_PATH', `${quoted(entry.relative)} is read-only; give yourself the right to write it.`);
  }
}

function keepRights(descriptor: number, { mode, uid, gid }: BigIntStats): void {
  try {
    fchownSync(descriptor, Number(uid), Number(gid));
  } catch {
    // Only root can give a file to its former owner.
  }
  fchmodSync(descriptor, Number(mode) & 0o777);
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.dev === other.dev &&
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.isFile()
  );
}

/** Fails if the name was taken in the last moment, which a rename would not notice. */
function nameNewFile(draft: string, path: string): void {
  try {
    linkSync(draft, path);
    rmSync(draft);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') throw new ChangedSince();
    if (!NO_HARD_LINKS.has(code)) throw error;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new ChangedSince();
    renameSync(draft, path);
  }
}

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

/** Removes what a program that was killed during a save of this file left behind. */
function removeOldDrafts(entry: PinnedEntry): void {
  const prefix = draftPrefix(entry.name);
  for (const name of readdirSync(entry.folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = DRAFT_END.exec(name.slice(prefix.length))?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(entry.folder, name), { force: true });
  }
}

const DRAFT_END = /^(\d+)-[0-9a-f]{12}\.tmp$/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function conflict(edit: FileEdit, path: string, onDisk: FileContent | undefined): FileProblemError {
  const message =
    onDisk === undefined
      ? `${quoted(path)} was removed by another program since it was opened; save it as a new file, or close it.`
      : `${quoted(path)} was changed by another program since it was opened; choose between the two texts.`;
  const { content = '', version = '' } = onDisk ?? {};
  const details = { path, yours: edit.content, onDisk: onDisk === undefined ? null : { content, version } };
  return new FileProblemError({ code: 'CONFLICT', message, details });
}
