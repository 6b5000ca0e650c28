import type { ParsedVote } from '../contract/vote.js';
import { readVote } from './read-vote.js';
import { voteObjectsFromLast } from './scan-votes.js';

/**
 * The vote in a participant's answer: the last well-formed one counts. Anything else is an abstention whose reason
 * tells the participant what to fix. Never throws; the time it takes is linear in the length of the answer.
 */
export function parseVote(answer: string): ParsedVote {
  let reason: string | undefined;
  for (const candidate of voteObjectsFromLast(withoutThinking(answer))) {
    const parsed = readVote(candidate);
    if (parsed.kind === 'vote') return parsed;
    // The last one is the one that was meant: its problem is reported.
    reason ??= parsed.reason;
  }
  return { kind: 'abstention', reason: reason ?? 'there is no line that starts with VOTE:' };
}

/**
 * An answer without what its author only thought: `<think>` and `<thinking>` blocks. One that is never closed reaches to
 * the end, one that is only closed from the beginning: some models leave out either tag.
 */
function withoutThinking(answer: string): string {
  if (!/<\/?think(?:ing)?>/i.test(answer)) return answer;
  let kept = '';
  let isThinking = false;
  let end = 0;
  for (const tag of answer.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const isClosing = tag[1] === '/';
    const isAtLineStart = /(?:^|\n)[ \t]*$/.test(answer.slice(Math.max(0, tag.index - MAX_INDENT), tag.index));
    // A tag in the middle of a line is talked about.
    if (!isThinking && !isClosing && !isAtLineStart) continue;
    if (isClosing && !isThinking) kept = '';
    else if (!isThinking) kept += answer.slice(end, tag.index);
    isThinking = !isClosing;
    end = tag.index + tag[0].length;
  }
  return isThinking ? kept : kept + answer.slice(end);
}

const MAX_INDENT = 32;
