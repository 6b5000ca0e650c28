import type { DebateEntry } from '../../../../council/index.js';
import { cutText } from './cut-text.js';
import { lastAnswers } from './last-answers.js';
import { sizeOf } from './size-of.js';

/**
 * Cuts the longest answers first; where not even their heads fit, the earliest are left out, and those with which
 * somebody had its last word only after all others.
 */
export function shortenDebate(debate: readonly DebateEntry[], available: number): readonly DebateEntry[] {
  if (sizeOf(debate) <= available) return debate;
  let share = Math.floor(available / Math.max(1, debate.length));
  for (; share >= SMALLEST_SHARE; share = Math.floor(share * 0.8)) {
    const cut = cutAnswers(debate, share);
    if (sizeOf(cut) <= available) return cut;
  }
  let heads = cutAnswers(debate, SMALLEST_SHARE);
  const last = lastAnswers(heads);
  const leastTellingFirst = [...heads.filter((entry) => !last.has(entry)), ...last];
  for (const entry of leastTellingFirst) {
    if (sizeOf(heads) <= available) break;
    heads = heads.filter((kept) => kept !== entry);
  }
  return heads;
}

const SMALLEST_SHARE = 100;

function cutAnswers(debate: readonly DebateEntry[], length: number): DebateEntry[] {
  return debate.map((entry) => ({ ...entry, response: cutText(entry.response, length) }));
}
