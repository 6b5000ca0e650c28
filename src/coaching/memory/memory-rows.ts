import type { Logger } from '../../kernel/logger.js';
import { type Connection, truncateLog } from '../../storage/index.js';
import type { MemoryDatabase, MemoryRow } from './memory-database.js';
import type { Memory } from './memory-store.js';

/** The rows of `memories.db`: all memories, what a ChromaDB collection has of them, and what it still has to forget. */
export interface MemoryRows {
  /** Replaces those with the same id. */
  put(memories: readonly Memory[]): Promise<void>;
  /** Adds those whose id is not known. */
  adopt(memories: readonly Memory[]): Promise<void>;
  /** The oldest first. */
  all(): Promise<readonly Memory[]>;
  /** What the collection does not have, the oldest first. */
  pending(collectionId: string, limit: number): Promise<readonly MemoryRow[]>;
  markSent(numbers: readonly number[], collectionId: string): Promise<void>;
  /** How many of them the collection has. */
  countSent(ids: readonly string[], collectionId: string): Promise<number>;
  /** Returns the ids. With `inCollection`, or if a collection has some of them, it is noted that it must forget them too. */
  forget(filter: { readonly sessionId?: string }, inCollection: boolean): Promise<readonly string[]>;
  /** The sessions that a collection still has to forget; `EVERYTHING` for all. */
  toForget(): Promise<readonly string[]>;
  markForgotten(sessions: readonly string[]): Promise<void>;
}

/** No session has this id. */
export const EVERYTHING = '';

export function createMemoryRows({ database, driver }: MemoryDatabase, logger: Logger): MemoryRows {
  return {
    put: (memories) =>
      database.write((connection) => {
        for (const memory of memories) {
          // Not an update: the row gets a new number and loses its vector, which belongs to the text.
          connection.run('DELETE FROM memories WHERE id = ?', [memory.id]);
          insert(connection, memory);
        }
      }),
    adopt: (memories) =>
      database.write((connection) => {
        for (const memory of memories) {
          if (connection.first('SELECT 1 FROM memories WHERE id = ?', [memory.id]) === undefined)
            insert(connection, memory);
        }
      }),
    all: async () =>
      (await database.read((connection) => connection.all<MemoryRow>('SELECT * FROM memories ORDER BY number'))).map(
        toMemory,
      ),
    pending: (collectionId, limit) =>
      database.read((connection) =>
        connection.all<MemoryRow>('SELECT * FROM memories WHERE sent_to IS NOT ? ORDER BY number LIMIT ?', [
          collectionId,
          limit,
        ]),
      ),
    markSent: (numbers, collectionId) =>
      database.write((connection) => {
        for (const number of numbers)
          connection.run('UPDATE memories SET sent_to = ? WHERE number = ?', [collectionId, number]);
      }),
    countSent: (ids, collectionId) =>
      database.read((connection) => {
        const isSent = 'SELECT 1 FROM memories WHERE id = ? AND sent_to = ?';
        return ids.filter((id) => connection.first(isSent, [id, collectionId]) !== undefined).length;
      }),
    ...createForgetting({ database, driver }, logger),
  };
}

function createForgetting(
  { database, driver }: Pick<MemoryDatabase, 'database' | 'driver'>,
  logger: Logger,
): Pick<MemoryRows, 'forget' | 'toForget' | 'markForgotten'> {
  return {
    async forget({ sessionId }, inCollection) {
      const [where, values] = sessionId === undefined ? ['1', []] : ['session_id = ?', [sessionId]];
      const forgotten = await database.write((connection) => {
        const rows = connection.all<MemoryRow>(`SELECT id, sent_to FROM memories WHERE ${where}`, values);
        connection.run(`DELETE FROM memories WHERE ${where}`, values);
        if (inCollection || rows.some(({ sent_to }) => sent_to !== null)) {
          connection.run('INSERT OR IGNORE INTO forgotten VALUES (?)', [sessionId ?? EVERYTHING]);
        }
        return rows.map(({ id }) => id);
      });
      // Until then the write-ahead log has the texts.
      if (!(await truncateLog(driver, database.file))) logger.log('warn', 'memory.log_kept');
      return forgotten;
    },
    toForget: async () => {
      const rows = await database.read((connection) =>
        connection.all<{ session_id: string }>('SELECT session_id FROM forgotten'),
      );
      return rows.map(({ session_id }) => session_id);
    },
    markForgotten: (sessions) =>
      database.write((connection) => {
        for (const session of sessions) connection.run('DELETE FROM forgotten WHERE session_id = ?', [session]);
      }),
  };
}

function insert(connection: Connection, { id, content, metadata }: Memory): void {
  const { session_id, project, created_at, importance, tags } = metadata;
  connection.run(
    `INSERT INTO memories (id, content, session_id, project, created_at, importance, tags) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [id, content, session_id, project, created_at, importance, tags],
  );
}

export function toMemory(row: MemoryRow): Memory {
  const { id, content, session_id, project, created_at, importance, tags } = row;
  return { id, content, metadata: { session_id, project, created_at, importance, tags } };
}

/** Tags name the subject in other words than the text does, so they are compared with it. */
export function comparedText({ content, tags }: Pick<MemoryRow, 'content' | 'tags'>): string {
  return tags === '' ? content : `${content} ${tags.replaceAll(',', ', ')}`;
}
