import type { Database } from '../../storage/index.js';
import { withoutSharedPreamble } from '../store/shared-preamble.js';
import type { Memory } from './open-memory.js';

/**
 * What was just stored, here or by another process, is found immediately: its question is embedded in memory if it is not
 * stored its vector yet. Only the latest ones; the rest is left to the background.
 */
export async function embedUnsearchable(database: Database, memory: Memory, signal?: AbortSignal): Promise<void> {
  const { space, index } = memory;
  if (index.unstored.size === 0) return;
  const unsearchable = [...index.unstored].filter((number) => !index.has(number));
  const missing = [...Float64Array.from(unsearchable).sort()].slice(-MAX_EMBEDDED_AT_ONCE);
  if (missing.length === 0) return;
  const questions = await readQuestions(database, missing);
  const vectors = await space.embed(
    questions.map(({ question }) => question),
    signal,
  );
  for (const [at, { number }] of questions.entries()) {
    const vector = vectors[at];
    if (vector !== undefined) index.add(number, vector);
  }
}

/** What recall does by itself; more than this is a backlog, of a new model or of a process that was killed. */
export const MAX_EMBEDDED_AT_ONCE = 64;

export interface StoredQuestion {
  readonly number: number;
  /** Without the sentences that it shares with several others. */
  readonly question: string;
}

export function readQuestions(database: Database, numbers: readonly number[]): Promise<StoredQuestion[]> {
  return database.read((connection) =>
    connection
      .all<StoredQuestion>('SELECT number, question FROM decisions WHERE number IN (SELECT value FROM json_each(?))', [
        JSON.stringify(numbers),
      ])
      .map(({ number, question }) => ({ number, question: withoutSharedPreamble(connection, question) })),
  );
}
