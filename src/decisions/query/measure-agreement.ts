import { sameOption } from '../../semantics/index.js';
import type { Decision, Stance } from '../model/decision.js';
import { withoutSeat } from '../outcomes/track-records.js';

export interface Agreement {
  readonly models: readonly [string, string];
  /** Decisions on which both voted. */
  readonly shared: number;
  readonly equal: number;
  /** From 0 to 1. */
  readonly share: number;
}

export const MIN_SHARED = 3;

/** How often two models ended at the same option; pairs that met too seldom are left out. Most shared first. */
export function measureAgreement(decisions: readonly Decision[]): Agreement[] {
  const pairs = new Map<string, { models: readonly [string, string]; shared: number; equal: number }>();
  for (const { stances } of decisions) {
    const votes = lastVotes(stances);
    for (const [at, [one, option]] of votes.entries()) {
      for (const [other, otherOption] of votes.slice(at + 1)) {
        const key = `${one}\n${other}`;
        const pair = pairs.get(key) ?? { models: [one, other], shared: 0, equal: 0 };
        pairs.set(key, pair);
        pair.shared += 1;
        if (sameOption(option, otherOption)) pair.equal += 1;
      }
    }
  }
  return [...pairs.values()]
    .filter(({ shared }) => shared >= MIN_SHARED)
    .map((pair) => ({ ...pair, share: Math.round((pair.equal / pair.shared) * 100) / 100 }))
    .sort((a, b) => b.shared - a.shared || b.share - a.share);
}

/** A model on two chairs speaks here with its first. */
function lastVotes(stances: readonly Stance[]): [string, string][] {
  const votes = new Map<string, string>();
  for (const { participant, option } of stances) {
    const model = withoutSeat(participant);
    if (option !== null && !votes.has(model)) votes.set(model, option);
  }
  return [...votes].sort(([a], [b]) => (a < b ? -1 : 1));
}
