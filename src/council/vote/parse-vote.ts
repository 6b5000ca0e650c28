import { readVote } from './read-vote.js';
import { voteObjectsFromLast } from './scan-votes.js';
import type { ParsedVote } from './vote.js';
import { withoutThinking } from './without-thinking.js';

/**
 * The vote in a participant's answer: the last well-formed one counts. Anything else is an abstention whose reason
 * tells the participant what to fix. Never throws; the time it takes is linear in the length of the answer.
 */
export function parseVote(answer: string): ParsedVote {
  let reason: string | undefined;
  for (const candidate of voteObjectsFromLast(withoutThinking(answer))) {
    const parsed = readVote(candidate);
    if (parsed.kind === 'vote') return parsed;
    // The last one is the one that was meant: its fault is the one to report.
    reason ??= parsed.reason;
  }
  return { kind: 'abstention', reason: reason ?? 'there is no line that starts with VOTE:' };
}
