import type { DeliberationResult } from '../../../council/index.js';
import { lastAnswers } from './shorten/last-answers.js';
import { shortenDebate } from './shorten/shorten-debate.js';
import { shortenExecutions } from './shorten/shorten-evidence.js';
import { shortenVerdict } from './shorten/shorten-verdict.js';
import { sizeOf } from './shorten/size-of.js';

/** Clients replace or refuse a longer answer; the transcript on disk always holds everything. */
export const LONGEST_ANSWER = 80_000;

/** Keeps the last rounds of the debate and everybody's last answer, then cuts texts until the whole fits into a client's limit. */
export function shortenResult(
  result: DeliberationResult,
  maxRounds: number,
  longest: number = LONGEST_ANSWER,
): DeliberationResult {
  // The caller wrote the context itself; a draft was replaced by its author.
  const { context: _, ...answer } = result;
  const full_debate = answer.full_debate.map(({ draft: __, ...entry }) => entry);
  // What a look brought fills the caller's context and is seldom read; the record beside the transcript has it.
  const tool_executions = shortenExecutions(answer.tool_executions, LONGEST_OUTPUT);
  const lastRounds = keepLastRounds({ ...answer, full_debate, tool_executions }, maxRounds);
  if (sizeOf(lastRounds) <= longest) return lastRounds;
  const debate = lastRounds.full_debate;
  // The verdict comes first, but as long as there is a debate it leaves half of the room to it.
  const room = Math.max(Math.floor(longest / 2), longest - sizeOf(debate));
  const verdict = shortenVerdict({ ...lastRounds, full_debate: [] }, room);
  const shortDebate = shortenDebate(debate, longest - sizeOf(verdict));
  return {
    ...verdict,
    full_debate: shortDebate,
    full_debate_truncated: lastRounds.full_debate_truncated || shortDebate !== debate,
  };
}

const LONGEST_OUTPUT = 200;

function keepLastRounds(result: DeliberationResult, maxRounds: number): DeliberationResult {
  const firstKept = Math.max(0, ...result.full_debate.map(({ round }) => round)) - maxRounds + 1;
  const last = lastAnswers(result.full_debate);
  // Whoever is not asked again stands by what it said long before: its vote counts, so its answer is needed.
  const kept = result.full_debate.filter((entry) => entry.round >= firstKept || last.has(entry));
  if (kept.length === result.full_debate.length) return result;
  return { ...result, full_debate: kept, full_debate_truncated: true };
}
