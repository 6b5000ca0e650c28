import { costOf, type Usage } from '../../../models/index.js';
import type { ReadConnection } from '../../../storage/index.js';
import type { CheckedRequest } from '../../check-request.js';
import { isAlive } from '../owner.js';
import type { RecordedSeat } from '../sitting.js';
import { ownerOf } from './read-run.js';
import type { RunStatus } from './run-record.js';
import type { ListOptions, RunEntry } from './run-store.js';
import type { CallRow, RunRow } from './tables.js';

/** Whatever its row says: a run whose process is gone was interrupted. */
export function statusOf(row: Pick<RunRow, 'status' | 'owner' | 'updated_at'>, now: Date): RunStatus {
  if (row.status !== 'running') return row.status as RunStatus;
  const owner = ownerOf(row);
  return owner !== null && isAlive(owner, new Date(row.updated_at), now) ? 'running' : 'interrupted';
}

export function listRuns(connection: ReadConnection, now: Date, { status, limit = MOST }: ListOptions): RunEntry[] {
  const rows = connection.all<ListedRow>(`SELECT ${COLUMNS} FROM runs ORDER BY started_at DESC, id DESC`);
  return rows
    .filter((row) => status === undefined || statusOf(row, now) === status)
    .slice(0, limit)
    .map((row) => toEntry(connection, row, now));
}

const MOST = 10_000;
const COLUMNS = `id, question, request, seats, status, started_at, updated_at, owner, active_ms, ended_by,
  json_extract(result, '$.voting_result.winning_option') AS winner`;

type ListedRow = Omit<RunRow, 'settings' | 'version' | 'token' | 'result'> & { readonly winner: string | null };

function toEntry(connection: ReadConnection, row: ListedRow, now: Date): RunEntry {
  const seats = JSON.parse(row.seats) as RecordedSeat[];
  const calls = connection.all<Pick<CallRow, 'phase' | 'participant' | 'round' | 'state' | 'usage'>>(
    'SELECT phase, participant, round, state, usage FROM calls WHERE run = ? AND asked_at IS NOT NULL',
    [row.id],
  );
  const isDone = ({ state }: Pick<CallRow, 'state'>) => state === 'answered' || state === 'failed' || state === 'late';
  const done = calls.filter(isDone).length;
  const status = statusOf(row, now);
  return {
    id: row.id,
    question: row.question,
    status,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    activeMs: row.active_ms,
    participants: seats.map(({ participant }) => participant),
    round: Math.max(0, ...calls.filter(({ phase }) => phase === 'turn').map(({ round }) => round)),
    rounds: (JSON.parse(row.request) as CheckedRequest).rounds,
    calls: { done, open: calls.length - done },
    cost: costSoFar(calls, seats),
    winner: row.winner,
    endedBy: row.ended_by,
    pid: status === 'running' ? (ownerOf(row)?.pid ?? null) : null,
  };
}

function costSoFar(
  calls: readonly Pick<CallRow, 'participant' | 'usage'>[],
  seats: readonly RecordedSeat[],
): RunEntry['cost'] {
  let usd = 0;
  let unknownCalls = 0;
  for (const { participant, usage } of calls) {
    const price = seats.find((seat) => seat.participant === participant)?.price;
    const cost = usage === null ? undefined : costOf(JSON.parse(usage) as Usage, price);
    if (cost === undefined) unknownCalls++;
    else usd += cost;
  }
  return { usd, unknownCalls };
}
