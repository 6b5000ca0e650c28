import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, Database, ReadConnection } from '../../../storage/index.js';
import { refuseOwned } from './claim-run.js';
import { statusOf } from './list-runs.js';
import { eraseWhatIsDeleted } from './reclaim-space.js';
import type { RunRow } from './tables.js';

const COLUMNS = 'id, status, owner, updated_at';

/** Rejects with a conflict for a running one. */
export function deleteRun(connection: Connection, id: string, now: Date): void {
  const row = connection.first<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, [id]);
  if (row !== undefined) refuseOwned(row, now);
  remove(connection, id);
}

/**
 * Removes the runs that were not touched since `before`, except running ones. One transaction for each: a run may be
 * megabytes, all of which is overwritten, and the thread is blocked for that time. Returns how many were removed.
 */
export async function pruneRuns(
  database: Pick<Database, 'read' | 'write'>,
  before: Date,
  now: () => Date,
): Promise<number> {
  let removed = 0;
  for (const id of await database.read((connection) => findUntouched(connection, { before, now: now() }))) {
    removed += await database.write((connection) => {
      // It may have been continued since it was found.
      const isStillUntouched = findUntouched(connection, { before, now: now(), only: id }).length > 0;
      if (isStillUntouched) remove(connection, id);
      return isStillUntouched ? 1 : 0;
    });
    await nextTurn();
  }
  return removed;
}

/** With `only`, no other run is looked at. */
function findUntouched(
  connection: ReadConnection,
  { before, now, only }: { readonly before: Date; readonly now: Date; readonly only?: string },
): string[] {
  const condition = only === undefined ? '' : ' AND id = ?';
  return connection
    .all<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE updated_at < ?${condition}`, [
      before.toISOString(),
      ...(only === undefined ? [] : [only]),
    ])
    .filter((row) => statusOf(row, now) !== 'running')
    .map(({ id }) => id);
}

function remove(connection: Connection, id: string): void {
  eraseWhatIsDeleted(connection);
  connection.run('DELETE FROM runs WHERE id = ?', [id]);
}
