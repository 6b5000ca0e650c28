import { parseVote } from '../vote/parse-vote.js';
import { CLAIMS } from './claim-patterns.js';

/**
 * What an answer stands for, in a few words: its vote, else the sentence in which it says what it would do.
 * Undefined when it says so nowhere.
 */
export function readPosition(answer: string): string | undefined {
  const parsed = parseVote(answer);
  if (parsed.kind === 'vote') return parsed.vote.option;
  return claimIn(answer);
}

/** The plainest kind of claim that occurs counts, and of several the last: an answer ends with what it comes to. */
function claimIn(answer: string): string | undefined {
  const sentences = answer
    .slice(-LONGEST_READ)
    .replace(/[*`#]+|(?<!\w)_+|_+(?!\w)/g, '')
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.slice(0, LONGEST_SENTENCE))
    .filter((sentence) => sentence.trim() !== '');
  const ends = sentences.filter((_, index) => index < AT_AN_END || index >= sentences.length - AT_AN_END);
  for (const { patterns, onlyAtAnEnd } of CLAIMS) {
    const claim = lastMatch(onlyAtAnEnd ? ends : sentences, patterns);
    if (claim !== undefined) return claim;
  }
  return undefined;
}

function lastMatch(sentences: readonly string[], patterns: readonly RegExp[]): string | undefined {
  for (const sentence of sentences.toReversed()) {
    for (const pattern of patterns) {
      const claim = pattern.exec(sentence)?.groups?.claim?.trim();
      if (claim !== undefined && claim !== '') return claim.slice(0, LONGEST_CLAIM);
    }
  }
  return undefined;
}

/** How many sentences open or close an answer. */
const AT_AN_END = 2;
const LONGEST_READ = 50_000;
const LONGEST_SENTENCE = 1_000;
const LONGEST_CLAIM = 300;
