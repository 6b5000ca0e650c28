import type { DebateEntry } from '../../../../council/index.js';

/** The entry with which each participant had its last word, in whichever round that was. */
export function lastAnswers(debate: readonly DebateEntry[]): ReadonlySet<DebateEntry> {
  return new Set(new Map(debate.map((entry) => [entry.participant, entry])).values());
}
