import { nearestName } from '../../../kernel/nearest-name.js';
import { UserError } from '../../../kernel/user-error.js';
import type { ModelFailure, Usage } from '../../../models/index.js';
import type { ReadConnection } from '../../../storage/index.js';
import type { CheckedRequest } from '../../contract/request.js';
import type { DeliberationResult } from '../../contract/result.js';
import type { CouncilSettings } from '../../contract/settings.js';
import type { RecordedSeat } from '../../panel/seat.js';
import type { Owner } from '../owner.js';
import type { RecordedCall, RunRecord } from './run-record.js';
import type { CallRow, RunRow } from './tables.js';

/** The id of a run by its beginning, or of the last one begun. Rejects a beginning of none or of several. */
export function resolveRun(connection: ReadConnection, idOrPrefix: string): string {
  if (idOrPrefix === 'last') {
    const last = connection.first<{ id: string }>('SELECT id FROM runs ORDER BY started_at DESC, id DESC LIMIT 1');
    if (last === undefined) throw new UserError('not_found', NONE_YET);
    return last.id;
  }
  // Not LIKE: every character of an id is literal.
  const found = connection.all<{ id: string }>(
    'SELECT id FROM runs WHERE id >= ? AND substr(id, 1, length(?)) = ? ORDER BY id LIMIT 3',
    [idOrPrefix, idOrPrefix, idOrPrefix],
  );
  const [first, second] = idOrPrefix === '' ? [] : found;
  if (first === undefined) throw unknownRun(connection, idOrPrefix);
  if (second === undefined || first.id === idOrPrefix) return first.id;
  const names = found.map(({ id }) => id).join(', ');
  throw new UserError(
    'validation_error',
    `several deliberations begin with "${idOrPrefix}" (${names}); write more of it`,
  );
}

const NONE_YET = 'no deliberation is recorded here yet; `witan deliberate` with a question begins one';
const FIX = '`witan deliberations` lists them';

function unknownRun(connection: ReadConnection, id: string): UserError {
  const known = connection.all<{ id: string }>('SELECT id FROM runs ORDER BY started_at DESC LIMIT ?', [MAX_COMPARED]);
  const beginnings = new Map(known.map((row) => [row.id.slice(0, Math.max(id.length, 1)), row.id]));
  const nearest = beginnings.get(nearestName(id, beginnings.keys()) ?? '');
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  return new UserError('not_found', `there is no deliberation "${id}"; ${hint}${FIX}`);
}

const MAX_COMPARED = 2_000;

export function readRun(connection: ReadConnection, id: string): RunRecord {
  const row = connection.first<RunRow>('SELECT * FROM runs WHERE id = ?', [id]);
  if (row === undefined) throw unknownRun(connection, id);
  const calls = connection.all<ReadCall>(`SELECT ${CALL_COLUMNS} FROM calls WHERE run = ? ORDER BY rowid`, [id]);
  const facts = connection.all<{ key: string; value: string }>('SELECT key, value FROM facts WHERE run = ?', [id]);
  return toRecord(row, calls, facts);
}

/** Without the prompts, which are most of it. */
const CALL_COLUMNS = `phase, round, participant, call, attempt, prompt_hash, state, asked_at, duration_ms, answer, failure,
  usage, is_late, late_usage`;
type ReadCall = Omit<CallRow, 'prompt' | 'pieces' | 'answered_at'>;

function toRecord(
  row: RunRow,
  calls: readonly ReadCall[],
  facts: readonly { readonly key: string; readonly value: string }[],
): RunRecord {
  return {
    setup: {
      deliberationId: row.id,
      startedAt: row.started_at,
      request: JSON.parse(row.request) as CheckedRequest,
      seats: JSON.parse(row.seats) as RecordedSeat[],
      settings: JSON.parse(row.settings) as CouncilSettings,
    },
    status: row.status,
    version: row.version,
    updatedAt: row.updated_at,
    owner: ownerOf(row),
    activeMs: row.active_ms,
    endedBy: row.ended_by,
    result: row.result === null ? null : toResult(row.result),
    isWhole: row.is_whole === 1,
    calls: calls.map(toCall),
    facts: new Map(facts.map(({ key, value }) => [key, value])),
  };
}

/** Versions before these fields said the same in the summary. */
function toResult(json: string): DeliberationResult {
  const result = JSON.parse(json) as DeliberationResult;
  const known: Partial<DeliberationResult> = result;
  return {
    ...result,
    verdict: known.verdict ?? known.summary?.consensus ?? '',
    because: known.because ?? [],
    against: known.against ?? [],
  };
}

/** Null where no process has it. */
export function ownerOf({ owner }: Pick<RunRow, 'owner'>): Owner | null {
  return JSON.parse(owner ?? 'null') as Owner | null;
}

function toCall(row: ReadCall): RecordedCall {
  return {
    phase: row.phase,
    round: row.round,
    participant: row.participant,
    call: row.call,
    attempt: row.attempt,
    promptHash: row.prompt_hash,
    state: row.state,
    askedAt: row.asked_at,
    durationMs: row.duration_ms,
    answer: JSON.parse(row.answer ?? 'null') as string | null,
    failure: JSON.parse(row.failure ?? 'null') as ModelFailure | null,
    usage: JSON.parse(row.usage ?? '{}') as Usage,
    isLate: row.is_late === 1,
    lateUsage: JSON.parse(row.late_usage ?? 'null') as Usage | null,
  };
}
