import type { ModelAnswer } from '../../../models/index.js';
import type { Connection, Database } from '../../../storage/index.js';
import { digest } from '../digest.js';
import type { CallPlace } from '../run.js';
import type { CallState, RunStatus } from './run-record.js';

/** Thrown when another process has taken the run over: whoever held it must stop. */
export class RunLost extends Error {
  constructor() {
    super('another process has taken this deliberation over');
    this.name = 'RunLost';
  }
}

/**
 * Writes one run, for as long as it is owned. What is put waits for the next flush, and all that waits is stored in one
 * transaction, in order: no call is on the disk without the facts that led to it.
 */
export interface RunWriter {
  put(change: Change): void;
  /** Resolves when everything put so far is stored. Rejects with `RunLost` or a `StorageError`. */
  flush(): Promise<void>;
  /** Stores something that is true whoever holds the run, also when it is over: an answer that came late. */
  add(change: Change): Promise<void>;
}

export type Change = (connection: Connection) => void;

export interface WriterFacts {
  readonly id: string;
  readonly token: string;
  /** Over all attempts, until now. */
  readonly activeMs: () => number;
  readonly now: () => Date;
}

export function createRunWriter(database: Pick<Database, 'write'>, facts: WriterFacts): RunWriter {
  let waiting: Change[] = [];
  let scheduled: Promise<void> | undefined;

  const store = async (): Promise<void> => {
    // Whoever asks within the same turn of the event loop shares the transaction, and so the wait for the disk.
    await Promise.resolve();
    scheduled = undefined;
    const batch = waiting;
    waiting = [];
    const at = facts.now().toISOString();
    await database.write((connection) => {
      const kept = connection.run('UPDATE runs SET updated_at = ?, active_ms = ? WHERE id = ? AND token = ?', [
        at,
        Math.round(facts.activeMs()),
        facts.id,
        facts.token,
      ]);
      if (kept.changes === 0) throw new RunLost();
      for (const change of batch) change(connection);
    });
  };

  return {
    put: (change) => void waiting.push(change),
    flush: () => {
      scheduled ??= store();
      return scheduled;
    },
    add: (change) => database.write(change),
  };
}

export function putFact(run: string, key: string, value: string, isProvisional: boolean): Change {
  return (connection) =>
    void connection.run('INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)', [run, key, value, isProvisional ? 1 : 0]);
}

export interface AskedCall extends CallPlace {
  readonly attempt: number;
  readonly prompt: string;
  /** Null for a call that was ended before it was made. */
  readonly askedAt: string | null;
}

export function putAsked(
  run: string,
  { phase, round, participant, call, attempt, prompt, askedAt }: AskedCall,
): Change {
  const hash = digest(prompt);
  return (connection) =>
    void connection.run(
      `INSERT INTO calls (run, phase, round, participant, call, attempt, prompt_hash, prompt, state, asked_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'asked', ?)`,
      [run, phase, round, participant, call, attempt, hash, prompt, askedAt],
    );
}

export interface CallEnd {
  readonly state: CallState;
  readonly answer: ModelAnswer;
  readonly answeredAt: string;
  readonly durationMs: number;
}

export function putEnd(run: string, asked: AskedCall, { state, answer, answeredAt, durationMs }: CallEnd): Change {
  const usage = answer.ok ? answer.value.usage : answer.error.usage;
  return (connection) =>
    void connection.run(
      `UPDATE calls SET state = ?, asked_at = CASE WHEN ? THEN NULL ELSE asked_at END, answered_at = ?, duration_ms = ?,
         answer = ?, failure = ?, usage = ? WHERE ${PLACE}`,
      [
        state,
        usage.requests === 0 ? 1 : 0,
        answeredAt,
        Math.round(durationMs),
        answer.ok ? JSON.stringify(answer.value.text) : null,
        answer.ok ? null : JSON.stringify(answer.error.failure),
        JSON.stringify(usage),
        ...place(run, asked),
      ],
    );
}

/** What the debate has counted as failed stays so; what was only ended from outside has its answer now. */
export function putLate(run: string, asked: AskedCall, text: string, usage: object): Change {
  return (connection) =>
    void connection.run(
      `UPDATE calls SET state = CASE state WHEN 'failed' THEN 'failed' ELSE 'late' END, answer = ?, usage = ?, is_late = 1
       WHERE ${PLACE} AND state != 'answered'`,
      [JSON.stringify(text), JSON.stringify(usage), ...place(run, asked)],
    );
}

/** From now on a late answer is the call's answer, also in a replay. */
export function putLateTaken(run: string, taken: CallPlace & { readonly attempt: number }): Change {
  return (connection) =>
    void connection.run(`UPDATE calls SET state = 'answered', failure = NULL WHERE ${PLACE}`, place(run, taken));
}

export function putStatus(run: string, status: RunStatus, endedBy: string | null, result: object | null): Change {
  const stored = result === null ? null : JSON.stringify(result);
  return (connection) =>
    void connection.run(
      'UPDATE runs SET status = ?, ended_by = ?, result = coalesce(?, result), owner = NULL, token = NULL WHERE id = ?',
      [status, endedBy, stored, run],
    );
}

const PLACE = 'run = ? AND phase = ? AND round = ? AND participant = ? AND call = ? AND attempt = ?';

function place(run: string, { phase, round, participant, call, attempt }: CallPlace & { readonly attempt: number }) {
  return [run, phase, round, participant, call, attempt];
}
