import { UserError } from '../../kernel/user-error.js';
import type { Connection, ReadConnection } from '../../storage/index.js';
import type { ArchiveRequest, OutcomeRecord } from '../model/decision-graph.js';
import { expectNumber, findNumber } from './find-decisions.js';
import { nextRevision, touch } from './tables.js';

/** False if there was none. */
export function deleteDecision(connection: Connection, id: string): boolean {
  const number = findNumber(connection, id);
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

/**
 * A successor was decided later than the decision, which must not be among the successor's own successors: following
 * them must end.
 */
function expectLaterSuccessor(connection: ReadConnection, decision: number, successor: number): void {
  const [one, other] = [facts(connection, decision), facts(connection, successor)];
  if (decision === successor) {
    throw mistake(`superseded_by is "${one.id}" itself; name the decision that replaced it`);
  }
  if (other.decided_at < one.decided_at) {
    throw mistake(
      `superseded_by "${other.id}" was decided before "${one.id}"; name a later decision, or record the outcome of the other one`,
    );
  }
  const chain = connection.all<{ id: string }>(SUCCESSORS, [successor, decision]);
  if (chain.length > 0) {
    throw mistake(`superseded_by "${other.id}" was itself superseded by "${one.id}"; correct that outcome first`);
  }
}

/** The decision, if it is met on the way from the successor on. */
const SUCCESSORS = `
  WITH RECURSIVE later (number) AS (
    SELECT ? UNION SELECT o.superseded_by FROM outcomes o JOIN later ON o.decision = later.number
    WHERE o.superseded_by IS NOT NULL
  )
  SELECT d.id FROM later JOIN decisions d ON d.number = later.number WHERE later.number = ?`;

interface Facts {
  readonly id: string;
  readonly decided_at: string;
}

function facts(connection: ReadConnection, number: number): Facts {
  const row = connection.first<Facts & Record<string, string>>(
    'SELECT id, decided_at FROM decisions WHERE number = ?',
    [number],
  );
  if (row === undefined) throw new Error('a decision that was just found is not there');
  return row;
}

function mistake(message: string): UserError {
  return new UserError('validation_error', message);
}
