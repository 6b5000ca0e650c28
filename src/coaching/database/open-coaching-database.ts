import path from 'node:path';
import { type Database, type DatabaseOptions, type Migration, openDatabase } from '../../storage/index.js';
import type { CoachingSchema } from './tables.js';

export type CoachingDatabase = Database<CoachingSchema>;

export interface CoachingDatabaseOptions extends Pick<DatabaseOptions, 'driver' | 'clock' | 'logger'> {
  /** A real folder; it is made if it is missing. */
  readonly folder: string;
}

/**
 * Throws a `StorageError` with one line for the user if the file is damaged or another program's; the file stays as it is.
 */
export function openCoachingDatabase({ folder, ...options }: CoachingDatabaseOptions): Promise<CoachingDatabase> {
  return openDatabase<CoachingSchema>(path.join(folder, 'paige.db'), { ...options, migrations: COACHING_MIGRATIONS });
}

// Databases store this text, and one whose tables were made by another text is refused: not even a space may change.
const TABLES = `
      CREATE TABLE sessions (
        id TEXT PRIMARY KEY, project_dir TEXT NOT NULL, issue_number INTEGER, issue_title TEXT NOT NULL,
        status TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT
      ) STRICT;
      CREATE INDEX sessions_by_project ON sessions (project_dir, status);

      CREATE TABLE plans (
        id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
        raw_plan_text TEXT NOT NULL, created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX plans_by_session ON plans (session_id, created_at);

      CREATE TABLE phases (
        id TEXT PRIMARY KEY, plan_id TEXT NOT NULL REFERENCES plans ON DELETE CASCADE, number INTEGER NOT NULL,
        title TEXT NOT NULL, description TEXT NOT NULL, status TEXT NOT NULL, hint_level TEXT NOT NULL,
        expected_files TEXT NOT NULL, started_at TEXT, completed_at TEXT
      ) STRICT;
      CREATE INDEX phases_by_plan ON phases (plan_id, number);

      CREATE TABLE phase_hints (
        id TEXT PRIMARY KEY, phase_id TEXT NOT NULL REFERENCES phases ON DELETE CASCADE, type TEXT NOT NULL,
        path TEXT NOT NULL, start_line INTEGER, end_line INTEGER, style TEXT NOT NULL, hover_text TEXT
      ) STRICT;
      CREATE INDEX phase_hints_by_phase ON phase_hints (phase_id, type);

      CREATE TABLE progress_events (
        id TEXT PRIMARY KEY, phase_id TEXT NOT NULL REFERENCES phases ON DELETE CASCADE,
        event_type TEXT NOT NULL, data TEXT, created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX progress_events_by_phase ON progress_events (phase_id, created_at);

      CREATE TABLE dreyfus_assessments (
        id TEXT PRIMARY KEY, skill_area TEXT NOT NULL UNIQUE, stage TEXT NOT NULL, confidence REAL NOT NULL,
        evidence TEXT NOT NULL, assessed_at TEXT NOT NULL
      ) STRICT;

      CREATE TABLE knowledge_gaps (
        id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
        topic TEXT NOT NULL, severity TEXT NOT NULL, evidence TEXT NOT NULL, related_concepts TEXT NOT NULL,
        frequency INTEGER NOT NULL DEFAULT 1, last_encountered_at TEXT NOT NULL, addressed INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX knowledge_gaps_by_session ON knowledge_gaps (session_id);

      CREATE TABLE kata_specs (
        id TEXT PRIMARY KEY, knowledge_gap_id TEXT NOT NULL REFERENCES knowledge_gaps ON DELETE CASCADE,
        title TEXT NOT NULL, description TEXT NOT NULL, scaffolding_code TEXT NOT NULL, instructor_notes TEXT NOT NULL,
        constraints TEXT NOT NULL, user_attempts TEXT NOT NULL DEFAULT '[]'
      ) STRICT;
      CREATE INDEX kata_specs_by_gap ON kata_specs (knowledge_gap_id);

      CREATE TABLE action_log (
        id TEXT PRIMARY KEY, session_id TEXT REFERENCES sessions ON DELETE CASCADE,
        action_type TEXT NOT NULL, data TEXT, created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX action_log_by_session ON action_log (session_id, created_at);
      CREATE INDEX action_log_by_type ON action_log (session_id, action_type, created_at);

      CREATE TABLE api_call_log (
        id TEXT PRIMARY KEY, session_id TEXT REFERENCES sessions ON DELETE SET NULL,
        call_type TEXT NOT NULL, model TEXT NOT NULL, input_hash TEXT NOT NULL,
        latency_ms INTEGER, input_tokens INTEGER, output_tokens INTEGER, cost_estimate REAL, created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX api_call_log_by_session ON api_call_log (session_id);
      CREATE INDEX api_call_log_by_time ON api_call_log (created_at);
`;

export const COACHING_MIGRATIONS: readonly Migration[] = [
  {
    // Calls outlive their session: what they cost still counts against the limit of the day.
    name: 'sessions, plans, skills, logs',
    apply: (connection) => connection.exec(TABLES),
  },
];
