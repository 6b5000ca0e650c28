import { lastAnswerOf, type RoundRecord } from './debate-record.js';

/**
 * The debate as it is to be measured: those who were not asked in the last round still stand for what they said, but
 * whether they move cannot be known. Where everybody was asked, these are the rounds as they are.
 */
export function withStanding(rounds: readonly RoundRecord[]): readonly RoundRecord[] {
  const current = rounds.at(-1);
  if (current === undefined) return rounds;
  const asked = new Set(current.turns.map(({ seat }) => seat));
  const others = new Set(
    rounds.flatMap(({ turns }) => turns.map(({ seat }) => seat)).filter((seat) => !asked.has(seat)),
  );
  if (others.size === 0) return rounds;
  const before = rounds
    .slice(0, -1)
    .map((round) => ({ ...round, turns: round.turns.filter(({ seat }) => asked.has(seat)) }));
  const standing = [...others].flatMap((seat) => lastAnswerOf(seat, rounds) ?? []);
  return [...before, { ...current, turns: [...current.turns, ...standing] }];
}
