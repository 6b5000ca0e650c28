import type { Usage } from '../../../models/index.js';
import type { ReadConnection } from '../../../storage/index.js';
import { CHARACTERS_PER_TOKEN } from '../../budget/expectation.js';
import type { PastCalls, Range } from '../../contract/estimate.js';

interface CallRow {
  /** In the order of asking. */
  readonly rowId: number;
  readonly usage: string | null;
  readonly duration_ms: number | null;
  /** Nothing where the prompt is kept in pieces. */
  readonly prompt_length: number;
}

/** Figures of the latest answered calls to one model; undefined without any. */
export function readPastCalls(connection: ReadConnection, adapter: string, model: string): PastCalls | undefined {
  const rows = seatsOf(connection, `${model}@${adapter}`)
    .flatMap((seat) => connection.all<CallRow>(LATEST_ANSWERED, [seat, MAX_LOOKED_AT, MAX_CALLS]))
    .sort((a, b) => b.rowId - a.rowId)
    .slice(0, MAX_CALLS);
  if (rows.length === 0) return undefined;
  const calls = rows.map(({ usage, duration_ms: ms, prompt_length: length }) => ({
    usage: JSON.parse(usage ?? '{}') as Usage,
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

/** The same model at the table twice is the same model; its second seat has "#2" behind its name. */
function seatsOf(connection: ReadConnection, name: string): string[] {
  const seats = [name];
  for (let last = `${name}#`; seats.length < MAX_SEATS; ) {
    const next = connection.first<{ seat: string | null }>(NEXT_SEAT, [last, `${name}$`])?.seat ?? null;
    if (next === null) break;
    seats.push(next);
    last = next;
  }
  return seats;
}

const MAX_SEATS = 50;
const MAX_CALLS = 50;
/** Of a model that mostly failed not every call of its history is looked through. */
const MAX_LOOKED_AT = 500;

/** One step in the index, however long the history is. */
export const NEXT_SEAT = 'SELECT min(participant) AS seat FROM calls WHERE participant > ? AND participant < ?';

/** The index has the calls of a participant in order: the latest are read from its end, without sorting. */
export const LATEST_ANSWERED = `
  SELECT * FROM (
    SELECT rowid AS rowId, usage, duration_ms, length(prompt) AS prompt_length, state, is_late FROM calls
    WHERE participant = ? ORDER BY rowid DESC LIMIT ?
  ) WHERE state = 'answered' AND is_late = 0 LIMIT ?`;

/**
 * What was billed beyond the prompt itself. Only short prompts show it: with a long one the difference is how far its
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
