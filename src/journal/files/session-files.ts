import { join } from 'node:path';

/** The files of one session: in the journal's folder for the first, in `sessions/<session_id>/` for others. */
export interface SessionFiles {
  /** The folder of the whole journal, with its archive. */
  readonly journal: string;
  readonly folder: string;
  /** The newest open entry. */
  readonly current: string;
  /** The folder of the other open entries, one file each. */
  readonly open: string;
  readonly entries: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly toolCount: string;
  readonly countedCalls: string;
  readonly outcomes: string;
  readonly failedTests: string;
}

export function mainSessionFiles(journal: string): SessionFiles {
  return filesIn(journal, journal);
}

export function sideSessionFiles(journal: string, sessionId: string): SessionFiles {
  return filesIn(journal, join(journal, 'sessions', sessionId));
}

function filesIn(journal: string, folder: string): SessionFiles {
  return {
    journal,
    folder,
    current: join(folder, 'current_ghap.json'),
    open: join(folder, 'open'),
    entries: join(folder, 'session_entries.jsonl'),
    sessionId: join(folder, '.session_id'),
    owner: join(folder, '.session_owner'),
    toolCount: join(folder, '.tool_count'),
    countedCalls: join(folder, '.counted_calls'),
    outcomes: join(folder, 'captured_outcomes.jsonl'),
    failedTests: join(folder, '.failed_tests'),
  };
}
