import type { Connection } from '../../../storage/index.js';
import { refuseOwned } from './claim-run.js';
import { statusOf } from './list-runs.js';
import { eraseWhatIsDeleted } from './reclaim-space.js';
import type { RunRow } from './tables.js';

const COLUMNS = 'id, status, owner, updated_at';

/** Rejects with a conflict for one that is under way. Nothing else of the record is read: it may be damaged. */
export function deleteRun(connection: Connection, id: string, now: Date): void {
  const row = connection.first<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, [id]);
  if (row !== undefined) refuseOwned(row, now);
  remove(connection, [id]);
}

/** Removes what nobody touched since, except what is under way; how many they were. */
export function pruneRuns(connection: Connection, before: Date, now: Date): number {
  const old = connection.all<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE updated_at < ?`, [before.toISOString()]);
  const over = old.filter((row) => statusOf(row, now) !== 'running');
  return remove(
    connection,
    over.map(({ id }) => id),
  );
}

/** A few of those that came to their end long ago: nobody waits for them, and an interrupted one may still be wanted. */
export function forgetOldRuns(connection: Connection, now: Date): number {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const old = connection.all<RunRow>(
    `SELECT id FROM runs WHERE status IN ('finished', 'failed') AND updated_at < ? ORDER BY updated_at LIMIT ?`,
    [before, MOST_FORGOTTEN],
  );
  return remove(
    connection,
    old.map(({ id }) => id),
  );
}

/** How long the record of a deliberation is kept that came to its end; its transcript and its decision stay. */
export const KEPT_DAYS = 90;
// Each may be megabytes, and the thread stands still meanwhile.
const MOST_FORGOTTEN = 10;

function remove(connection: Connection, ids: readonly string[]): number {
  eraseWhatIsDeleted(connection);
  for (const id of ids) connection.run('DELETE FROM runs WHERE id = ?', [id]);
  return ids.length;
}
