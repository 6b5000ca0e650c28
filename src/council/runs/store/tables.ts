import type { Migration } from '../../../storage/index.js';
import type { CallKey } from '../../record/run.js';
import type { CallState, RunStatus } from './run-record.js';

/** A published migration never changes; what it got wrong, the next one corrects. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'runs',
    apply: (connection) =>
      connection.exec(`
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  question TEXT NOT NULL,
  request TEXT NOT NULL,
  seats TEXT NOT NULL,
  settings TEXT NOT NULL,
  version TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  owner TEXT,
  token TEXT,
  active_ms INTEGER NOT NULL,
  ended_by TEXT,
  result TEXT
) STRICT;
CREATE INDEX runs_by_time ON runs (started_at, id);

CREATE TABLE calls (
  run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  phase TEXT NOT NULL,
  round INTEGER NOT NULL,
  participant TEXT NOT NULL,
  call INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  prompt_hash TEXT NOT NULL,
  prompt TEXT NOT NULL,
  state TEXT NOT NULL,
  asked_at TEXT,
  answered_at TEXT,
  duration_ms INTEGER,
  answer TEXT,
  failure TEXT,
  usage TEXT,
  is_late INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, phase, round, participant, call, attempt)
) STRICT;
CREATE INDEX calls_by_participant ON calls (participant);

-- A provisional fact held for an ending that a continued run has not come to.
CREATE TABLE facts (
  run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  is_provisional INTEGER NOT NULL,
  PRIMARY KEY (run, key)
) STRICT;
`),
  },
  {
    name: 'late usage, winners, pieces of prompts',
    apply: (connection) =>
      connection.exec(`
-- What a late answer used: the debate has counted the call with the usage that it ended with.
ALTER TABLE calls ADD COLUMN late_usage TEXT;
UPDATE calls SET late_usage = usage WHERE is_late = 1;

-- The hashes of the pieces of a long prompt, as JSON; its own column is empty then.
ALTER TABLE calls ADD COLUMN pieces TEXT;
-- Prompts repeat each other: every piece is kept once in a run, and goes with it.
CREATE TABLE pieces (
  run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  hash TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (run, hash)
) STRICT;

ALTER TABLE runs ADD COLUMN winner TEXT;
UPDATE runs SET winner = CASE WHEN json_valid(result) THEN json_extract(result, '$.voting_result.winning_option') END;
-- Calls or facts of it could not be written.
ALTER TABLE runs ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1;
CREATE INDEX runs_by_status ON runs (status, started_at, id);
`),
  },
  {
    name: 'runs by their end',
    // What is to be forgotten is found without a look at the rows, each of which may hold a megabyte of context.
    apply: (connection) => connection.exec('CREATE INDEX runs_by_end ON runs (status, updated_at, id)'),
  },
];

export interface RunRow {
  readonly id: string;
  readonly question: string;
  /** JSON, like `seats`, `settings`, `owner` and `result`. */
  readonly request: string;
  readonly seats: string;
  readonly settings: string;
  readonly version: string;
  readonly status: RunStatus;
  /** Times are written as ISO 8601 in UTC: they sort as texts. */
  readonly started_at: string;
  readonly updated_at: string;
  readonly owner: string | null;
  /** Of the attempt that may write. */
  readonly token: string | null;
  readonly active_ms: number;
  readonly ended_by: string | null;
  readonly result: string | null;
  readonly winner: string | null;
  readonly is_whole: number;
}

/** `pieces`, `answer`, `failure`, `usage` and `late_usage` are JSON. */
export interface CallRow {
  readonly phase: CallKey['phase'];
  readonly round: number;
  readonly participant: string;
  readonly call: number;
  readonly attempt: number;
  readonly prompt_hash: string;
  /** Empty where it is kept in pieces. */
  readonly prompt: string;
  readonly pieces: string | null;
  readonly state: CallState;
  /** Null for a call that was ended before it was made. */
  readonly asked_at: string | null;
  readonly answered_at: string | null;
  readonly duration_ms: number | null;
  readonly answer: string | null;
  readonly failure: string | null;
  readonly usage: string | null;
  readonly is_late: number;
  readonly late_usage: string | null;
}
