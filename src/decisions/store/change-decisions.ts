import type { Connection } from '../../storage/index.js';
import type { ArchiveRequest, OutcomeRecord } from '../model/decision-graph.js';
import { expectLaterSuccessor } from './expect-later-successor.js';
import { expectNumber, numberOf } from './find-decisions.js';
import { nextRevision, touch } from './revision.js';

/** False if there was none. */
export function deleteDecision(connection: Connection, id: string): boolean {
  const number = numberOf(connection, id);
  if (number === undefined) return false;
  // Those that had it among their nearest have room for another one now.
  connection.run(
    'UPDATE decisions SET linked_in = NULL WHERE number IN (SELECT decision FROM similarities WHERE neighbour = ?)',
    [number],
  );
  connection.run('DELETE FROM decisions WHERE number = ?', [number]);
  connection.run('INSERT INTO deletions VALUES (?, ?)', [nextRevision(connection), number]);
  return true;
}

/** The numbers that are archived now and were not before. */
export function archiveDecisions(
  connection: Connection,
  which: ArchiveRequest,
  { now, limit }: { readonly now: Date; readonly limit: number },
): number[] {
  const [condition, value] =
    'ids' in which
      ? ['id IN (SELECT value FROM json_each(?))', JSON.stringify(which.ids)]
      : ['decided_at < ?', which.olderThan.toISOString()];
  const found = connection.all<{ number: number }>(
    `SELECT number FROM decisions WHERE archived_at IS NULL AND ${condition} LIMIT ?`,
    [value, limit],
  );
  for (const { number } of found) {
    connection.run('UPDATE decisions SET archived_at = ? WHERE number = ?', [now.toISOString(), number]);
    touch(connection, number);
  }
  return found.map(({ number }) => number);
}

/** How many of them were archived. */
export function restoreDecisions(connection: Connection, ids: readonly string[]): number {
  const found = connection.all<{ number: number }>(
    'SELECT number FROM decisions WHERE archived_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  );
  for (const { number } of found) {
    connection.run('UPDATE decisions SET archived_at = NULL WHERE number = ?', [number]);
    touch(connection, number);
  }
  return found.length;
}

/** The number of the decision. */
export function storeOutcome(
  connection: Connection,
  id: string,
  record: OutcomeRecord & { readonly recordedAt: Date },
): number {
  const number = expectNumber(connection, id);
  const successor = record.supersededBy === undefined ? null : expectNumber(connection, record.supersededBy);
  if (successor !== null) expectLaterSuccessor(connection, number, successor);
  connection.run('INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?)', [
    number,
    record.outcome,
    record.note ?? null,
    successor,
    record.recordedAt.toISOString(),
  ]);
  touch(connection, number);
  return number;
}
