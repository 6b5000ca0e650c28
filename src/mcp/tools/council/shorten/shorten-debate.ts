import type { DebateEntry } from '../../../../council/index.js';
import { cutText } from './cut-text.js';
import { sizeOf } from './size-of.js';

/** Cuts the longest answers first; where not even their heads fit, the earliest answers are left out. */
export function shortenDebate(debate: readonly DebateEntry[], available: number): readonly DebateEntry[] {
  if (sizeOf(debate) <= available) return debate;
  let share = Math.floor(available / Math.max(1, debate.length));
  for (; share >= SMALLEST_SHARE; share = Math.floor(share * 0.8)) {
    const cut = cutAnswers(debate, share);
    if (sizeOf(cut) <= available) return cut;
  }
  let heads = cutAnswers(debate, SMALLEST_SHARE);
  while (heads.length > 0 && sizeOf(heads) > available) heads = heads.slice(1);
  return heads;
}

const SMALLEST_SHARE = 100;

function cutAnswers(debate: readonly DebateEntry[], length: number): DebateEntry[] {
  return debate.map((entry) => ({ ...entry, response: cutText(entry.response, length) }));
}
