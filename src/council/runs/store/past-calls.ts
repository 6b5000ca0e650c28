import type { Usage } from '../../../models/index.js';
import type { ReadConnection } from '../../../storage/index.js';
import type { Range } from '../../budget/estimate.js';
import { CHARACTERS_PER_TOKEN } from '../../budget/expectation.js';
import type { PastCalls } from '../../budget/run-history.js';

interface CallFacts {
  readonly usage: string | null;
  readonly duration_ms: number | null;
  /** Nothing where the prompt is kept in pieces. */
  readonly prompt_length: number;
}

/** What the latest answered calls to one model came to; undefined without any. */
export function readPastCalls(connection: ReadConnection, adapter: string, model: string): PastCalls | undefined {
  const name = `${model}@${adapter}`;
  // The same model at the table twice is the same model; its second seat has "#2" behind its name.
  const rows = connection.all<CallFacts>(
    `SELECT usage, duration_ms, length(prompt) AS prompt_length FROM calls
     WHERE (participant = ? OR (participant >= ? AND participant < ?)) AND state = 'answered'
     AND is_late = 0 ORDER BY rowid DESC LIMIT ?`,
    [name, `${name}#`, `${name}$`, MOST_CALLS],
  );
  if (rows.length === 0) return undefined;
  const calls = rows.map(({ usage, duration_ms: ms, prompt_length: length }) => ({
    usage: usage === null ? {} : (JSON.parse(usage) as Usage),
    seconds: ms === null ? [] : [ms / 1000],
    length,
  }));
  const added = rangeOf(calls.flatMap(({ usage, length }) => addedTokens(usage, length)));
  const answerLength = rangeOf(calls.flatMap(({ usage }) => usage.outputTokens ?? []));
  const answerSeconds = rangeOf(calls.flatMap(({ seconds }) => seconds));
  const callUsd = rangeOf(calls.flatMap(({ usage }) => usage.costUsd ?? []));
  return {
    calls: rows.length,
    ...(added === undefined ? {} : { addedTokens: added.low }),
    ...(answerLength === undefined ? {} : { answerLength }),
    ...(answerSeconds === undefined ? {} : { answerSeconds }),
    ...(callUsd === undefined ? {} : { callUsd }),
  };
}

const MOST_CALLS = 50;

/**
 * What was billed beyond the prompt itself. Only short prompts tell: with a long one the difference is how far its
 * text is from four characters to a token, which says nothing of the next question.
 */
function addedTokens({ inputTokens, requests = 1 }: Usage, promptLength: number): number[] {
  if (inputTokens === undefined || requests !== 1 || promptLength === 0) return [];
  return [Math.max(0, Math.round(inputTokens - promptLength / CHARACTERS_PER_TOKEN))];
}

/** The median, and what nine of ten stay within. */
function rangeOf(figures: readonly number[]): Range | undefined {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  const [low, high] = [at(0.5), at(0.9)];
  return low === undefined || high === undefined ? undefined : { low, high };
}
