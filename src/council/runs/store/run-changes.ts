import { type ModelAnswer, toUsage, type Usage } from '../../../models/index.js';
import type { Connection } from '../../../storage/index.js';
import type { CallKey, RunEnding } from '../../record/run.js';
import type { CallState } from './run-record.js';

/** One change of the record, inside a transaction of the writer. */
export type Change = (connection: Connection) => void;

export interface RecordedValue {
  readonly key: string;
  readonly json: string;
  readonly isProvisional: boolean;
}

export function putFact(run: string, { key, json, isProvisional }: RecordedValue): Change {
  return (connection) =>
    void connection.run('INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)', [run, key, json, isProvisional ? 1 : 0]);
}

export interface AskedCall extends CallKey {
  readonly attempt: number;
  /** Null for a call that was ended before it was made. */
  readonly askedAt: string | null;
}

export function putAsked(
  run: string,
  { phase, round, participant, call, attempt, askedAt }: AskedCall,
  { hash, text, pieces, fresh }: StoredPrompt,
): Change {
  const named = pieces === null ? null : JSON.stringify(pieces);
  return (connection) => {
    // A run that is continued may bring a piece that an earlier attempt has stored.
    for (const [piece, body] of fresh)
      connection.run('INSERT OR IGNORE INTO pieces VALUES (?, ?, ?)', [run, piece, body]);
    connection.run(
      `INSERT INTO calls (run, phase, round, participant, call, attempt, prompt_hash, prompt, pieces, state, asked_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'asked', ?)`,
      [run, phase, round, participant, call, attempt, hash, text, named, askedAt],
    );
  };
}

export interface CallEnd {
  readonly state: CallState;
  readonly answer: ModelAnswer;
  readonly answeredAt: string;
  readonly durationMs: number;
}

export function putEnd(run: string, asked: AskedCall, { state, answer, answeredAt, durationMs }: CallEnd): Change {
  const usage = toUsage(answer.ok ? answer.value.usage : answer.error.usage);
  return (connection) =>
    void connection.run(
      `UPDATE calls SET state = ?, asked_at = CASE WHEN ? THEN NULL ELSE asked_at END, answered_at = ?, duration_ms = ?,
         answer = ?, failure = ?, usage = ? WHERE ${CALL_KEY}`,
      [
        state,
        usage.requests === 0 ? 1 : 0,
        answeredAt,
        Math.round(durationMs),
        answer.ok ? JSON.stringify(answer.value.text) : null,
        answer.ok ? null : JSON.stringify(answer.error.failure),
        JSON.stringify(usage),
        ...callKeyValues(run, asked),
      ],
    );
}

type LateAnswer = Extract<ModelAnswer, { ok: true }>['value'];

/** What the debate has counted as failed stays so; what was only ended from outside has its answer now. */
export function putLate(run: string, asked: AskedCall, { text, usage }: LateAnswer): Change {
  return (connection) =>
    void connection.run(
      `UPDATE calls SET state = CASE state WHEN 'failed' THEN 'failed' ELSE 'late' END, answer = ?, late_usage = ?,
         is_late = 1
       WHERE ${CALL_KEY} AND state != 'answered'`,
      [JSON.stringify(text), JSON.stringify(toUsage(usage)), ...callKeyValues(run, asked)],
    );
}

/** A call that was ended may still say what it has cost, although it gives no answer. */
export function putLateUsage(run: string, asked: AskedCall, reported: Usage): Change {
  const usage = toUsage(reported);
  return (connection) => {
    if (Object.keys(usage).length === 0) return;
    connection.run(`UPDATE calls SET late_usage = ? WHERE ${CALL_KEY} AND state != 'answered'`, [
      JSON.stringify(usage),
      ...callKeyValues(run, asked),
    ]);
  };
}

/** From now on a late answer is the call's answer, also in a replay. */
export function putLateTaken(run: string, taken: CallKey & { readonly attempt: number }): Change {
  return (connection) =>
    void connection.run(
      `UPDATE calls SET state = 'answered', failure = NULL, usage = coalesce(late_usage, usage) WHERE ${CALL_KEY}`,
      callKeyValues(run, taken),
    );
}

export function putEnding(run: string, { status, endedBy, result }: RunEnding): Change {
  const stored = result === null ? null : JSON.stringify(result);
  const winner = result?.voting_result?.winning_option ?? null;
  return (connection) =>
    void connection.run(
      `UPDATE runs SET status = ?, ended_by = ?, result = coalesce(?, result),
         winner = CASE WHEN ? IS NULL THEN winner ELSE ? END, owner = NULL, token = NULL WHERE id = ?`,
      [status, endedBy, stored, stored, winner, run],
    );
}

export const CALL_KEY = 'run = ? AND phase = ? AND round = ? AND participant = ? AND call = ? AND attempt = ?';

export function callKeyValues(
  run: string,
  { phase, round, participant, call, attempt }: CallKey & { readonly attempt: number },
) {
  return [run, phase, round, participant, call, attempt];
}

/**
 * The prompts of one deliberation repeat each other: each has the whole context, and all earlier answers. A long
 * one is kept in pieces, each of them once.
 */
export interface StoredPrompt {
  readonly hash: string;
  /** Empty where it is kept in pieces. */
  readonly text: string;
  /** The hashes of all its pieces, in order; null where it is kept whole. */
  readonly pieces: readonly string[] | null;
  /** Those that no earlier prompt of the run brought, packed, by their hash. */
  readonly fresh: ReadonlyMap<string, Uint8Array>;
}
