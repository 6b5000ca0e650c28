import type { Connection, ReadConnection } from '../../storage/index.js';

/** The number of a change. Every change that others keep in memory takes one, inside its own transaction. */
export function nextRevision(connection: Connection): number {
  const row = connection.first<{ revision: number }>('UPDATE graph SET revision = revision + 1 RETURNING revision');
  if (row === undefined) throw new Error('the table graph is empty');
  return row.revision;
}

export function currentRevision(connection: ReadConnection): number {
  return connection.first<{ revision: number }>('SELECT revision FROM graph')?.revision ?? 0;
}

/** Makes every process read this decision again. */
export function touch(connection: Connection, number: number): void {
  connection.run('UPDATE decisions SET revision = ? WHERE number = ?', [nextRevision(connection), number]);
}
