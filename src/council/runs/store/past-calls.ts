import type { Usage } from '../../../models/index.js';
import type { ReadConnection } from '../../../storage/index.js';
import type { PastCalls } from '../../budget/run-history.js';

interface CallFacts {
  readonly usage: string | null;
  readonly duration_ms: number | null;
}

/** What the latest answered calls to one model came to, on average; undefined without any. */
export function readPastCalls(connection: ReadConnection, adapter: string, model: string): PastCalls | undefined {
  const name = `${model}@${adapter}`;
  // The same model at the table twice is the same model; its second seat has "#2" behind its name.
  const rows = connection.all<CallFacts>(
    `SELECT usage, duration_ms FROM calls WHERE (participant = ? OR (participant >= ? AND participant < ?)) AND state = 'answered'
     AND is_late = 0 ORDER BY rowid DESC LIMIT ?`,
    [name, `${name}#`, `${name}$`, MOST_CALLS],
  );
  if (rows.length === 0) return undefined;
  const usages = rows.map(({ usage }) => (usage === null ? {} : (JSON.parse(usage) as Usage)));
  const durations = rows.flatMap(({ duration_ms: ms }) => (ms === null ? [] : [ms / 1000]));
  return {
    calls: rows.length,
    ...mean(
      'promptTokens',
      usages.flatMap(({ inputTokens }) => inputTokens ?? []),
    ),
    ...mean(
      'answerTokens',
      usages.flatMap(({ outputTokens }) => outputTokens ?? []),
    ),
    ...mean(
      'usd',
      usages.flatMap(({ costUsd }) => costUsd ?? []),
    ),
    ...mean('seconds', durations),
  };
}

const MOST_CALLS = 50;

function mean(name: Exclude<keyof PastCalls, 'calls'>, figures: readonly number[]): Partial<PastCalls> {
  return figures.length === 0 ? {} : { [name]: figures.reduce((sum, figure) => sum + figure, 0) / figures.length };
}
