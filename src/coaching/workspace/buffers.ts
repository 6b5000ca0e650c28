import type { Clock } from '../../kernel/clock.js';
import type { RetriedWrites } from '../retried-writes.js';
import type { Workbench } from './workbench.js';

/** What the person's editor shows for a file. */
export interface BufferEntry {
  content: string;
  cursorPosition: { line: number; column: number };
  dirty: boolean;
  lastUpdated: string; // ISO 8601
}

export interface BufferUpdate extends Pick<BufferEntry, 'content' | 'cursorPosition'> {
  readonly path: string;
  /** The version of the file that the text began with; null for a new file. */
  readonly baseVersion: string | null;
  /** The page that the text was typed on. */
  readonly author?: string | undefined;
}

/**
 * The texts in the person's editor, by the one path of each file. A text that is not saved is in `workbench.db` when its
 * update settles, so a program that is killed still has it at its next start; a disk that refuses it is asked again.
 */
export interface Buffers {
  get(path: string): BufferEntry | null;
  /** The version that the unsaved text of a file began with. */
  baseVersion(path: string): string | null;
  update(update: BufferUpdate): Promise<void>;
  /** The file has this text now. What was typed since then, or on another page, stays unsaved. */
  markSaved(path: string, saved: SavedText): Promise<void>;
  move(path: string, newPath: string): Promise<void>;
  discard(path: string): Promise<void>;
  /** Sorted. */
  dirtyPaths(): string[];
  paths(): string[];
}

interface SavedText {
  readonly content: string;
  readonly version: string;
  /** The buffer when the save began. */
  readonly since: BufferEntry | null;
  readonly author?: string | undefined;
}

export interface BuffersContext {
  readonly project: string;
  readonly workbench: Workbench;
  readonly writes: RetriedWrites;
  readonly clock: Clock;
}

export async function openBuffers({ clock, ...context }: BuffersContext): Promise<Buffers> {
  const entries = new Map<string, BufferEntry>();
  const baseVersions = new Map<string, string | null>();
  const authors = new Map<string, string | undefined>();
  const stored = unsavedTexts(context);
  for (const { path, entry, baseVersion } of await stored.list()) {
    entries.set(path, entry);
    baseVersions.set(path, baseVersion);
  }

  return {
    get: (path) => entries.get(path) ?? null,
    baseVersion: (path) => baseVersions.get(path) ?? null,
    async update({ path, content, cursorPosition, baseVersion, author }) {
      const entry = { content, cursorPosition, dirty: true, lastUpdated: clock.now().toISOString() };
      // At once, so that of two updates the later one counts, and the writes follow in the same order.
      entries.set(path, entry);
      baseVersions.set(path, baseVersion);
      authors.set(path, author);
      await stored.put(path, entry, baseVersion);
    },
    async markSaved(path, { content, version, since, author }) {
      const entry = entries.get(path);
      const isOfAnother = entry?.dirty === true && authors.get(path) !== author;
      // It began with an older version, so that saving it is a conflict which shows both texts.
      if (isOfAnother && entry.content !== content) return;
      baseVersions.set(path, version);
      if (entry !== undefined && entry !== since && entry.content !== content) {
        await stored.put(path, entry, version);
        return;
      }
      const cursorPosition = entry?.cursorPosition ?? { line: 1, column: 1 };
      entries.set(path, { content, cursorPosition, dirty: false, lastUpdated: clock.now().toISOString() });
      await stored.remove(path);
    },
    async move(path, newPath) {
      const entry = entries.get(path);
      if (entry === undefined) return;
      const baseVersion = baseVersions.get(path) ?? null;
      entries.set(newPath, entry);
      baseVersions.set(newPath, baseVersion);
      authors.set(newPath, authors.get(path));
      for (const facts of [entries, baseVersions, authors]) facts.delete(path);
      if (entry.dirty) await stored.put(newPath, entry, baseVersion);
      await stored.remove(path);
    },
    async discard(path) {
      for (const facts of [entries, baseVersions, authors]) facts.delete(path);
      await stored.remove(path);
    },
    dirtyPaths: () => [...entries].flatMap(([path, { dirty }]) => (dirty ? [path] : [])).sort(),
    paths: () => [...entries.keys()],
  };
}

/** The rows of `unsaved_buffers` of one project. */
function unsavedTexts({ project, workbench, writes }: Omit<BuffersContext, 'clock'>) {
  const { queries } = workbench;
  return {
    async list() {
      const rows = await queries.selectFrom('unsaved_buffers').selectAll().where('project', '=', project).execute();
      return rows.map((row) => ({
        path: row.path,
        entry: {
          content: Buffer.from(row.content).toString(),
          cursorPosition: { line: row.cursor_line, column: row.cursor_column },
          dirty: true,
          lastUpdated: row.updated_at,
        },
        baseVersion: row.base_version,
      }));
    },
    put(path: string, { content, cursorPosition, lastUpdated }: BufferEntry, baseVersion: string | null) {
      const row = {
        project,
        path,
        content: Buffer.from(content),
        cursor_line: cursorPosition.line,
        cursor_column: cursorPosition.column,
        base_version: baseVersion,
        updated_at: lastUpdated,
      };
      const insert = queries.insertInto('unsaved_buffers').values(row);
      const replace = insert.onConflict((conflict) => conflict.columns(['project', 'path']).doUpdateSet(row));
      return writes.put(`buffer ${path}`, () => workbench.write((connection) => connection.execute(replace)));
    },
    remove(path: string) {
      const rows = queries.deleteFrom('unsaved_buffers').where('project', '=', project).where('path', '=', path);
      return writes.put(`buffer ${path}`, () => workbench.write((connection) => connection.execute(rows)));
    },
  };
}
