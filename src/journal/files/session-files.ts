import { join } from 'node:path';

/** The files of one live session: at the top of the journal for the first, in `sessions/<session_id>/` for others. */
export interface SessionFiles {
  /** The folder of the whole journal, with its archive. */
  readonly journal: string;
  readonly folder: string;
  readonly current: string;
  readonly entries: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly toolCount: string;
  readonly countedCalls: string;
  readonly outcomes: string;
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
    entries: join(folder, 'session_entries.jsonl'),
    sessionId: join(folder, '.session_id'),
    owner: join(folder, '.session_owner'),
    toolCount: join(folder, '.tool_count'),
    countedCalls: join(folder, '.counted_calls'),
    outcomes: join(folder, 'captured_outcomes.jsonl'),
  };
}
