import type { Database } from '../../../storage/index.js';
import { statusOf } from './list-runs.js';
import type { RunRow } from './tables.js';

/**
 * A text that differs whenever a recorded deliberation changed, for callers that ask again and again. A process that was
 * killed changes no row, so the runs that should be running are looked at, too.
 */
export async function readRunsVersion(database: Pick<Database, 'read' | 'dataVersion'>, now: Date): Promise<string> {
  // The number counts changes of other connections; the rows show those of this one.
  const version = await database.dataVersion();
  return database.read((connection) => {
    const all = connection.first<{ count: number; newest: string | null }>(
      'SELECT count(*) AS count, max(updated_at) AS newest FROM runs',
    );
    const running = connection.all<Pick<RunRow, 'id' | 'status' | 'owner' | 'updated_at'>>(
      "SELECT id, status, owner, updated_at FROM runs WHERE status = 'running'",
    );
    const states = running.map((row) => `${row.id}=${statusOf(row, now)}`);
    return [version, all?.count, all?.newest, ...states].join(' ');
  });
}
