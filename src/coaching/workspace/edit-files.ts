import { getLanguage } from '../../project/person/file-types.js';
import { type FileContent, refuseText, versionOf } from '../../project/person/text-file.js';
import { CoachError } from '../coach-error.js';
import type { BufferEntry, BufferUpdate } from './buffers.js';
import {
  coachError,
  expectFile,
  expectNoTypedText,
  locate,
  locateTyped,
  savedText,
  type WorkspaceContext,
} from './workspace-context.js';

/** A file of the project together with what the person typed and did not save. */
export interface OpenedFile extends Omit<FileContent, 'version'> {
  /** Null if the file cannot be read any more and only the unsaved text is left. */
  readonly version: string | null;
  readonly unsaved: (BufferEntry & { readonly baseVersion: string | null }) | null;
}

interface SavedFile {
  readonly path: string;
  readonly version: string;
  readonly timestamp: string;
}

export interface Editing {
  /** The one path of a file, which need not exist. FORBIDDEN_PATH for one that the person may not use. */
  locate(path: string): string;
  readFile(path: string): Promise<FileContent>;
  openFile(path: string): Promise<OpenedFile>;
  closeFile(path: string): void;
  /** Sorted. */
  openFiles(): string[];
  /** Null if there is none. */
  getBuffer(path: string): BufferEntry | null;
  /** What was typed and not saved, sorted by path. The disk is not asked: the file may be gone, or not be a text any more. */
  unsavedTexts(): UnsavedText[];
  /** The files that have a buffer. */
  bufferPaths(): string[];
  /** Settles when the text would survive the end of the program, unless the disk of the data folder refused it. */
  updateBuffer(update: BufferChange): Promise<TypedText>;
  /** Forgets what was typed and not saved. */
  discardBuffer(path: string): Promise<void>;
  /** For the person only: tools of models get a `WorkspaceReader`. CONFLICT, with both texts, if the file has changed. */
  writeFile(edit: FileSave): Promise<SavedFile>;
  createFile(path: string): Promise<SavedFile>;
}

/** Without a base version, the text began with the version that was opened. */
type BufferChange = Omit<BufferUpdate, 'baseVersion'> & { readonly baseVersion?: string | null };

interface TypedText {
  /** The one path of the file. */
  readonly path: string;
  /** What the editor showed before: at first the text on the disk, and '' for a new file. */
  readonly before: string;
}

interface UnsavedText {
  readonly path: string;
  readonly content: string;
  readonly baseVersion: string | null;
}

interface FileSave {
  readonly path: string;
  readonly content: string;
  /** Null for a new file. Without it, the version that the unsaved text began with counts. */
  readonly expectedVersion?: string | null;
  /** The page that saves it. */
  readonly author?: string | undefined;
}

export function createEditing(context: WorkspaceContext): Editing {
  const { files, buffers, baselines, opened, clock } = context;
  const startVersion = (path: string) =>
    buffers.get(path) === null ? (opened.get(path)?.version ?? null) : buffers.baseVersion(path);

  async function save({ path: written, content, expectedVersion, author }: FileSave) {
    const path = locate(context, written);
    const since = buffers.get(path);
    const expected = expectedVersion === undefined ? startVersion(path) : expectedVersion;
    // As it was written: what is reached through a link is refused.
    const saved = expectFile(await files.writeFile({ path: written, content, expectedVersion: expected }));
    if (opened.has(path)) opened.set(path, { content, version: saved.version });
    const { version, before } = saved;
    // Not awaited: the file is saved, whatever the disk of the data folder does. A failure is in the log.
    void baselines.keep(path, before).catch(() => undefined);
    void buffers.markSaved(path, { content, version, since, author }).catch(() => undefined);
    return { ...saved, timestamp: clock.now().toISOString() };
  }

  return {
    locate: (path) => locate(context, path),
    readFile: async (path) => expectFile(await files.readFile(path)),
    openFile: (path) => openFile(context, path),
    closeFile: (path) => void opened.delete(locateTyped(context, path)),
    openFiles: () => [...opened.keys()].sort(),
    getBuffer: (path) => buffers.get(locate(context, path)),
    bufferPaths: () => buffers.paths().sort(),
    unsavedTexts: () =>
      buffers.dirtyPaths().flatMap((path) => {
        const content = buffers.get(path)?.content ?? '';
        const baseVersion = buffers.baseVersion(path);
        // What was typed and undone is no change.
        return versionOf(content) === baseVersion ? [] : [{ path, content, baseVersion }];
      }),
    async updateBuffer({ path: written, content, cursorPosition, baseVersion, author }) {
      const path = locate(context, written);
      const refused = refuseText(path, content);
      if (refused !== undefined) throw coachError(refused);
      const base = baseVersion === undefined ? startVersion(path) : baseVersion;
      const previous = buffers.get(path)?.content;
      await buffers.update({ path, content, cursorPosition, baseVersion: base, author });
      return { path, before: previous ?? (await savedText(context, path)) ?? '' };
    },
    discardBuffer: (path) => buffers.discard(locateTyped(context, path)),
    async writeFile(edit) {
      const { path, version, timestamp } = await save(edit);
      return { path, version, timestamp };
    },
    async createFile(written) {
      expectNoTypedText(context, locate(context, written));
      const { path, version, timestamp, before } = await save({ path: written, content: '', expectedVersion: null });
      if (before !== null) throw new CoachError('CONFLICT', `"${path}" exists already; choose another name.`);
      return { path, version, timestamp };
    },
  };
}

async function openFile(context: WorkspaceContext, written: string): Promise<OpenedFile> {
  const { files, buffers, opened } = context;
  const path = locateTyped(context, written);
  const entry = buffers.get(path);
  const unsaved = entry?.dirty === true ? { ...entry, baseVersion: buffers.baseVersion(path) } : null;
  const read = await files.readFile(path);
  if (!read.ok && unsaved === null) throw coachError(read.error);
  opened.set(path, read.ok ? { content: read.value.content, version: read.value.version } : null);
  if (read.ok) return { ...read.value, unsaved };
  // The file was removed or replaced by something that is no text while it was edited: what was typed is still here.
  return { path, content: '', language: getLanguage(path), lineCount: 1, version: null, unsaved };
}
