import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../storage/index.js';
import { withoutSharedPreamble } from '../store/shared-preamble.js';
import type { Memory } from './open-memory.js';

/**
 * A decision that was just stored, here or by another process, is found immediately: its question is embedded in memory
 * if its vector is not stored yet. Only the latest `max`; the background work embeds the rest.
 */
export async function embedUnsearchable(
  database: Database,
  { space, index }: Memory,
  { max, signal }: { readonly max: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (index.unstored.size === 0) return;
  const unsearchable = [...index.unstored].filter((number) => !index.has(number));
  const missing = [...Float64Array.from(unsearchable).sort()].slice(-max);
  for (let start = 0; start < missing.length; start += PAGE) {
    const questions = await readQuestions(database, missing.slice(start, start + PAGE));
    const vectors = await space.embed(
      questions.map(({ question }) => question),
      signal,
    );
    for (const [at, { number }] of questions.entries()) {
      const vector = vectors[at];
      if (vector !== undefined) index.add(number, vector);
    }
    await nextTurn();
  }
}

const PAGE = 64;

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
