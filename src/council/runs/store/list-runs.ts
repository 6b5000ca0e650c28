import { containsText } from '../../../kernel/contains-text.js';
import { createPause } from '../../../kernel/create-pause.js';
import { costOf, type Price, type Usage } from '../../../models/index.js';
import type { Database, ReadConnection } from '../../../storage/index.js';
import type { CheckedRequest } from '../../contract/request.js';
import type { RecordedSeat } from '../../panel/seat.js';
import { isAlive } from '../owner.js';
import { ownerOf } from './read-run.js';
import type { RunStatus } from './run-record.js';
import type { ListOptions, RunEntry } from './run-store.js';
import type { CallRow, RunRow } from './tables.js';

type Liveness = Pick<RunRow, 'status' | 'owner' | 'updated_at'>;

/** Whatever its row says: a run whose process is gone was interrupted. */
export function statusOf(row: Liveness, now: Date): RunStatus {
  if (row.status !== 'running') return row.status;
  const owner = ownerOf(row);
  return owner !== null && isAlive(owner, new Date(row.updated_at), now) ? 'running' : 'interrupted';
}

/** Each is read separately, with pauses: a request may have a megabyte of context. One that was removed by then is left out. */
export async function listRuns(
  database: Pick<Database, 'read'>,
  now: Date,
  { status, search = '', skip = 0, limit = MAX, accepts = async () => true }: ListOptions,
): Promise<RunEntry[]> {
  const pause = createPause();
  const entries: RunEntry[] = [];
  for (const id of await database.read((connection) => idsToList(connection, now, status))) {
    if (entries.length >= skip + limit) break;
    const entry = await database.read((connection) => {
      const row = connection.first<ListedRow>(`SELECT ${COLUMNS} FROM runs WHERE id = ?`, [id]);
      return row && containsText(row.question, search) ? toEntry(connection, row, now) : undefined;
    });
    if (entry !== undefined && (await accepts(entry.workingDirectory))) entries.push(entry);
    await pause();
  }
  return entries.slice(skip);
}

const MAX = 10_000;
const COLUMNS = `id, question, request, seats, status, started_at, updated_at, owner, active_ms, ended_by, winner, is_whole`;
const LATEST_FIRST = 'ORDER BY started_at DESC, id DESC LIMIT ?';

type ListedRow = Omit<RunRow, 'settings' | 'version' | 'token' | 'result'>;

function idsToList(connection: ReadConnection, now: Date, status: RunStatus | undefined): string[] {
  if (status === 'running' || status === 'interrupted') {
    const rows = connection.all<Liveness & { id: string }>(
      `SELECT id, status, owner, updated_at FROM runs WHERE status IN ('running', 'interrupted') ${LATEST_FIRST}`,
      [MAX],
    );
    // Which of them still run is known only after a look at their processes.
    return rows.filter((row) => statusOf(row, now) === status).map(({ id }) => id);
  }
  // From an index alone: a row may be megabytes.
  const condition = status === undefined ? '' : `WHERE status = '${status}'`;
  const rows = connection.all<{ id: string }>(`SELECT id FROM runs ${condition} ${LATEST_FIRST}`, [MAX]);
  return rows.map(({ id }) => id);
}

function toEntry(connection: ReadConnection, row: ListedRow, now: Date): RunEntry {
  const status = statusOf(row, now);
  return {
    ...describeProgress(connection, row),
    id: row.id,
    question: row.question,
    status,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    activeMs: row.active_ms,
    winner: row.winner,
    endedBy: row.ended_by,
    isWhole: row.is_whole === 1,
    pid: status === 'running' ? (ownerOf(row)?.pid ?? null) : null,
  };
}

type Progress = Pick<RunEntry, 'workingDirectory' | 'participants' | 'round' | 'rounds' | 'calls' | 'cost'>;

function describeProgress(connection: ReadConnection, row: ListedRow): Progress {
  const seats = JSON.parse(row.seats) as RecordedSeat[];
  // An early version did not record the number of rounds.
  const { rounds = 0, workingDirectory } = JSON.parse(row.request) as ListedRequest;
  const calls = connection.all<ListedCall>(
    `SELECT phase, participant, round, state, coalesce(late_usage, usage) AS usage FROM calls
     WHERE run = ? AND asked_at IS NOT NULL`,
    [row.id],
  );
  const done = calls.filter(({ state }) => state === 'answered' || state === 'failed' || state === 'late').length;
  return {
    rounds,
    workingDirectory,
    participants: seats.map(({ participant }) => participant),
    round: Math.max(0, ...calls.filter(({ phase }) => phase === 'turn').map(({ round }) => round)),
    calls: { done, open: calls.length - done },
    cost: costSoFar(
      calls.map(({ participant, usage }) => ({ participant, usage: JSON.parse(usage ?? '{}') as Usage })),
      seats,
    ),
  };
}

type ListedRequest = Pick<CheckedRequest, 'workingDirectory'> & Partial<Pick<CheckedRequest, 'rounds'>>;
type ListedCall = Pick<CallRow, 'phase' | 'participant' | 'round' | 'state' | 'usage'>;

/** The known cost of calls that were made; those of unknown cost are counted. */
export function costSoFar(
  calls: readonly { readonly participant: string; readonly usage: Usage }[],
  seats: readonly { readonly participant: string; readonly price?: Price | undefined }[],
): RunEntry['cost'] {
  let usd = 0;
  let unknownCalls = 0;
  for (const { participant, usage } of calls) {
    const cost = costOf(usage, seats.find((seat) => seat.participant === participant)?.price);
    if (cost === undefined) unknownCalls++;
    else usd += cost;
  }
  return { usd, unknownCalls };
}
