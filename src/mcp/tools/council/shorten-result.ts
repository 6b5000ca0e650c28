import type { DebateEntry, DeliberationResult } from '../../../council/index.js';

/** Clients replace or refuse a longer answer; the transcript on disk always holds everything. */
export const LONGEST_ANSWER = 80_000;

/** Keeps the last rounds of the debate, then cuts their longest answers until the whole fits into a client's limit. */
export function shortenResult(
  result: DeliberationResult,
  maxRounds: number,
  longest: number = LONGEST_ANSWER,
): DeliberationResult {
  const lastRounds = keepLastRounds(result, maxRounds);
  const excess = sizeOf(lastRounds) - longest;
  if (excess <= 0) return lastRounds;
  const available = Math.max(0, sizeOf(lastRounds.full_debate) - excess);
  return { ...lastRounds, full_debate: fitInto(lastRounds.full_debate, available), full_debate_truncated: true };
}

function keepLastRounds(result: DeliberationResult, maxRounds: number): DeliberationResult {
  const firstKept = Math.max(0, ...result.full_debate.map(({ round }) => round)) - maxRounds + 1;
  const kept = result.full_debate.filter(({ round }) => round >= firstKept);
  if (kept.length === result.full_debate.length) return result;
  return { ...result, full_debate: kept, full_debate_truncated: true };
}

function fitInto(debate: readonly DebateEntry[], available: number): DebateEntry[] {
  let share = Math.floor(available / Math.max(1, debate.length));
  for (;;) {
    const cut = debate.map((entry) => ({ ...entry, response: shorten(entry.response, share) }));
    // Escapes make JSON longer than its text, so the first share may still be too generous.
    if (sizeOf(cut) <= available || share === 0) return cut;
    share = Math.floor(share * 0.8);
  }
}

function shorten(response: string, length: number): string {
  if (response.length <= length) return response;
  const end = /[\uD800-\uDBFF]/.test(response.charAt(length - 1)) ? length - 1 : length;
  return `${response.slice(0, Math.max(0, end))} […cut here: ${response.length - length} more characters stand in the transcript]`;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
