import path from 'node:path';
import { type Database, type DatabaseOptions, type Migration, openDatabase } from '../../storage/index.js';
import type { HintLevel } from '../vocabulary.js';

/** What the coach has to keep that is not in the ten tables of `paige.db`. Texts are bytes, so that nothing in them is changed. */
export interface WorkbenchSchema {
  readonly unsaved_buffers: {
    readonly project: string;
    readonly path: string;
    readonly content: Uint8Array;
    readonly cursor_line: number;
    readonly cursor_column: number;
    /** The version that the text began with; null for a new file. */
    readonly base_version: string | null;
    readonly updated_at: string;
  };
  readonly phase_baselines: {
    readonly project: string;
    readonly phase_id: string;
    readonly path: string;
    /** Null if there was no such file when the phase began. */
    readonly content: Uint8Array | null;
  };
  readonly removed_files: {
    readonly id: string;
    readonly project: string;
    readonly path: string;
    readonly removed_at: string;
  };
  readonly session_details: {
    readonly session_id: string;
    readonly hint_level: HintLevel;
    /** JSON. */
    readonly issue_context: string;
    /** JSON: what the coach said, the oldest first. */
    readonly messages: string;
    /** JSON; null until the session has ended. */
    readonly summary: string | null;
  };
  readonly model_answers: {
    readonly session_id: string;
    readonly step: string;
    /** JSON. */
    readonly answer: string;
    readonly kept_at: string;
  };
  /** Runs of the pipeline and what `paige.db` has no column for. */
  readonly plan_runs: {
    readonly plan_id: string;
    readonly session_id: string;
    /** JSON: what the run was asked for. */
    readonly request: string;
    /** JSON: what is known about the plan; null until the coach has answered. */
    readonly details: string | null;
    readonly started_at: string;
    /** Null for a run that did not finish. */
    readonly finished_at: string | null;
  };
  /** Sessions whose end was asked for and whose wrap-up has not finished. */
  readonly wrap_ups: {
    readonly session_id: string;
    readonly project: string;
    readonly requested_at: string;
    /** As an agent gave it. */
    readonly transcript: string | null;
    /** JSON: what models are given; null until the session has ended. */
    readonly inputs: string | null;
    /** JSON: what the finished steps resulted in. */
    readonly results: string;
  };
  /** What the person wrote to an agent, until the wrap-up of the session. */
  readonly session_prompts: {
    readonly session_id: string;
    readonly number: number;
    readonly prompt: string;
    readonly sent_at: string;
  };
  /** The last answers of models for the dashboard. */
  readonly dashboard_answers: {
    readonly project: string;
    readonly kind: 'issues' | 'materials';
    readonly input_hash: string;
    /** JSON. */
    readonly answer: string;
    readonly answered_at: string;
  };
  /** The last nudge of a session that the person has not answered. */
  readonly pending_nudges: {
    readonly session_id: string;
    readonly nudge_id: string;
    /** JSON. */
    readonly nudge: string;
    /** 1 after an agent has got it with a prompt. */
    readonly is_told: number;
  };
  /** The last review of a phase. */
  readonly phase_reviews: {
    readonly phase_id: string;
    readonly session_id: string;
    /** JSON. */
    readonly review: string;
  };
}

export type Workbench = Database<WorkbenchSchema>;

// Databases store this text, and one whose tables were made by another text is refused: not even a space may change.
const TABLES = `
      CREATE TABLE unsaved_buffers (
        project TEXT NOT NULL, path TEXT NOT NULL, content BLOB NOT NULL,
        cursor_line INTEGER NOT NULL, cursor_column INTEGER NOT NULL, base_version TEXT, updated_at TEXT NOT NULL,
        PRIMARY KEY (project, path)
      ) STRICT;
      CREATE TABLE phase_baselines (
        project TEXT NOT NULL, phase_id TEXT NOT NULL, path TEXT NOT NULL, content BLOB,
        PRIMARY KEY (project, phase_id, path)
      ) STRICT;
      CREATE TABLE removed_files (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, path TEXT NOT NULL, removed_at TEXT NOT NULL
      ) STRICT;
`;

const SESSION_DETAILS = `
      CREATE TABLE session_details (
        session_id TEXT PRIMARY KEY, hint_level TEXT NOT NULL, issue_context TEXT NOT NULL, messages TEXT NOT NULL,
        summary TEXT
      ) STRICT;
`;

const MODEL_ANSWERS = `
      CREATE TABLE model_answers (
        session_id TEXT NOT NULL, step TEXT NOT NULL, answer TEXT NOT NULL, kept_at TEXT NOT NULL,
        PRIMARY KEY (session_id, step)
      ) STRICT;
`;

const PLAN_RUNS = `
      CREATE TABLE plan_runs (
        plan_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, request TEXT NOT NULL, details TEXT, started_at TEXT NOT NULL,
        finished_at TEXT
      ) STRICT;
      CREATE INDEX plan_runs_by_session ON plan_runs (session_id);
`;

const WRAP_UPS = `
      CREATE TABLE wrap_ups (
        session_id TEXT PRIMARY KEY, project TEXT NOT NULL, requested_at TEXT NOT NULL, transcript TEXT, inputs TEXT,
        results TEXT NOT NULL
      ) STRICT;
      CREATE TABLE session_prompts (
        session_id TEXT NOT NULL, number INTEGER NOT NULL, prompt TEXT NOT NULL, sent_at TEXT NOT NULL,
        PRIMARY KEY (session_id, number)
      ) STRICT;
`;

const DASHBOARD_ANSWERS = `
      CREATE TABLE dashboard_answers (
        project TEXT NOT NULL, kind TEXT NOT NULL, input_hash TEXT NOT NULL, answer TEXT NOT NULL,
        answered_at TEXT NOT NULL,
        PRIMARY KEY (project, kind)
      ) STRICT;
`;

const PENDING_NUDGES = `
      CREATE TABLE pending_nudges (
        session_id TEXT PRIMARY KEY, nudge_id TEXT NOT NULL, nudge TEXT NOT NULL, is_told INTEGER NOT NULL
      ) STRICT;
`;

const PRACTICE_SCHEDULE = `
      CREATE TABLE practice_schedule (
        kata_id TEXT PRIMARY KEY, due_at TEXT NOT NULL, card TEXT NOT NULL
      ) STRICT;
`;

const PHASE_REVIEWS = `
      CREATE TABLE phase_reviews (
        phase_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, review TEXT NOT NULL
      ) STRICT;
`;

const WORKBENCH_MIGRATIONS: readonly Migration[] = [
  { name: 'unsaved buffers, phase baselines, removed files', apply: (connection) => connection.exec(TABLES) },
  { name: 'session details', apply: (connection) => connection.exec(SESSION_DETAILS) },
  { name: 'answers of models', apply: (connection) => connection.exec(MODEL_ANSWERS) },
  { name: 'runs of the pipeline', apply: (connection) => connection.exec(PLAN_RUNS) },
  { name: 'wrap-ups of sessions', apply: (connection) => connection.exec(WRAP_UPS) },
  { name: 'answers for the dashboard', apply: (connection) => connection.exec(DASHBOARD_ANSWERS) },
  { name: 'pending nudges', apply: (connection) => connection.exec(PENDING_NUDGES) },
  { name: 'practice schedule', apply: (connection) => connection.exec(PRACTICE_SCHEDULE) },
  // It is stored with the attempts in `paige.db`, in one transaction.
  { name: 'no practice schedule', apply: (connection) => connection.exec('DROP TABLE practice_schedule') },
  { name: 'reviews of phases', apply: (connection) => connection.exec(PHASE_REVIEWS) },
];

export interface WorkbenchOptions extends Pick<DatabaseOptions, 'driver' | 'clock' | 'logger'> {
  /** The person's data folder; a real path. */
  readonly folder: string;
}

export function openWorkbench({ folder, ...options }: WorkbenchOptions): Promise<Workbench> {
  return openDatabase<WorkbenchSchema>(path.join(folder, 'workbench.db'), {
    ...options,
    migrations: WORKBENCH_MIGRATIONS,
  });
}
