import { randomUUID } from 'node:crypto';
import { UserError } from '../../../kernel/user-error.js';
import type { Connection } from '../../../storage/index.js';
import type { CheckedRequest } from '../../contract/request.js';
import { isAlive, type Owner } from '../owner.js';
import type { DeliberationSetup } from '../setup.js';
import { ownerOf, readRun } from './read-run.js';
import { eraseWhatIsDeleted } from './reclaim-space.js';
import type { RunRecord } from './run-record.js';
import type { RunRow } from './tables.js';

/** A run and the right to write it. */
export interface ClaimedRun {
  readonly record: RunRecord;
  readonly token: string;
  /** The process that had it before, if there was one. */
  readonly previousOwner?: Owner;
}

/** Stores a new run, owned by this process. */
export function insertRun(
  connection: Connection,
  setup: DeliberationSetup,
  { version, owner }: { readonly version: string; readonly owner: Owner },
): ClaimedRun {
  eraseWhatIsDeleted(connection);
  const token = randomUUID();
  connection.run(
    `INSERT INTO runs (id, question, request, seats, settings, version, status, started_at, updated_at, owner, token, active_ms)
     VALUES (?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, 0)`,
    [
      setup.deliberationId,
      setup.request.question,
      JSON.stringify(setup.request),
      JSON.stringify(setup.seats),
      JSON.stringify(setup.settings),
      version,
      setup.startedAt,
      setup.startedAt,
      JSON.stringify(owner),
      token,
    ],
  );
  return { record: readRun(connection, setup.deliberationId), token };
}

export interface Continuation {
  readonly id: string;
  readonly request: CheckedRequest;
  readonly owner: Owner;
  readonly now: Date;
}

/**
 * Takes an interrupted run over, in the transaction that looks at its owner: of two that try, one finds the other
 * alive. What was recorded for an ending that is not one any more is forgotten, its result too: the run has none until
 * it ends again.
 */
export function takeOver(connection: Connection, { id, request, owner, now }: Continuation): ClaimedRun {
  const row = connection.first<RunRow>('SELECT * FROM runs WHERE id = ?', [id]);
  const previousOwner = row === undefined ? null : ownerOf(row);
  if (row !== undefined) {
    refuseOwned(row, now);
    refuseFinished(row);
  }
  eraseWhatIsDeleted(connection);
  const token = randomUUID();
  connection.run(
    `UPDATE runs SET status = 'running', owner = ?, token = ?, updated_at = ?, ended_by = NULL, request = ?,
       result = NULL, winner = NULL, is_whole = 1 WHERE id = ?`,
    [JSON.stringify(owner), token, now.toISOString(), JSON.stringify(request), id],
  );
  connection.run(`DELETE FROM facts WHERE run = ? AND (is_provisional = 1 OR key LIKE 'closing/%')`, [id]);
  return { record: readRun(connection, id), token, ...(previousOwner === null ? {} : { previousOwner }) };
}

/** Between the look at a run and its takeover another process may have brought it to its end. */
function refuseFinished({ id, status, ended_by: endedBy, result }: RunRow): void {
  const isOver = status === 'finished' || status === 'failed';
  if (!isOver || endedBy !== null || result === null) return;
  throw new UserError(
    'conflict',
    `deliberation ${id} was finished by another process in the meantime; ask for it once more to get its result`,
  );
}

export function refuseOwned(row: Pick<RunRow, 'id' | 'status' | 'owner' | 'updated_at'>, now: Date): void {
  const owner = ownerOf(row);
  if (row.status !== 'running' || owner === null || !isAlive(owner, new Date(row.updated_at), now)) return;
  const isOwn = owner.pid === process.pid;
  throw new UserError(
    'conflict',
    isOwn
      ? `deliberation ${row.id} is still running here, or its end is being written; ask again in a moment`
      : `deliberation ${row.id} is running in process ${owner.pid}; wait for it, or end that process first`,
  );
}
