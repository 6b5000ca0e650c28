import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, Database, ReadConnection } from '../../../storage/index.js';
import { refuseOwned } from './claim-run.js';
import { statusOf } from './list-runs.js';
import { eraseWhatIsDeleted } from './reclaim-space.js';
import type { RunRow } from './tables.js';

const COLUMNS = 'id, status, owner, updated_at';

/** Rejects with a conflict for one that is under way. Nothing else of the record is read: it may be damaged. */
export function deleteRun(connection: Connection, id: string, now: Date): void {
  const row = connection.first<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, [id]);
  if (row !== undefined) refuseOwned(row, now);
  remove(connection, id);
}

/** Which of its runs a removal is about. Asked once for all, and of each once more in the transaction that removes it. */
export interface Removal {
  /** With `only` nothing but that one is looked at. */
  readonly find: (connection: ReadConnection, now: Date, only?: string) => readonly string[];
}

/** What nobody touched since, except what is under way. */
export function untouchedSince(before: Date): Removal {
  return {
    find: (connection, now, only) =>
      connection
        .all<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE updated_at < ?${justThat(only)}`, [
          before.toISOString(),
          ...(only === undefined ? [] : [only]),
        ])
        .filter((row) => statusOf(row, now) !== 'running')
        .map(({ id }) => id),
  };
}

/** What came to its end long ago: nobody waits for it. An interrupted one may still be wanted. */
export const LONG_OVER: Removal = {
  find(connection, now, only) {
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
    return connection
      .all<Pick<RunRow, 'id'>>(`${OVER_BEFORE}${justThat(only)}`, [before, ...(only === undefined ? [] : [only])])
      .map(({ id }) => id);
  },
};

/** From an index alone: a row may be megabytes, and this is asked for whenever a program holds its first deliberation. */
export const OVER_BEFORE = `SELECT id FROM runs WHERE status IN ('finished', 'failed') AND updated_at < ?`;

function justThat(only: string | undefined): string {
  return only === undefined ? '' : ' AND id = ?';
}

/** How long the record of a deliberation is kept that came to its end; its transcript and its decision stay. */
export const KEPT_DAYS = 90;

/**
 * Removes them one by one, each in a transaction of its own: a run may be megabytes, all of which is overwritten, and
 * the thread stands still meanwhile. How many they were; ends early when `isEnough` says so.
 */
export async function removeAll(
  database: Pick<Database, 'read' | 'write'>,
  { find }: Removal,
  now: () => Date,
  isEnough: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  for (const id of await database.read((connection) => find(connection, now()))) {
    if (isEnough()) break;
    removed += await database.write((connection) => {
      // Somebody may have taken it up again since it was found.
      const isStillMeant = find(connection, now(), id).length > 0;
      if (isStillMeant) remove(connection, id);
      return isStillMeant ? 1 : 0;
    });
    await nextTurn();
  }
  return removed;
}

function remove(connection: Connection, id: string): void {
  eraseWhatIsDeleted(connection);
  connection.run('DELETE FROM runs WHERE id = ?', [id]);
}
