/** A third of the cases, spread evenly. The scorecard tries all of them (WITAN_HOSTILE=full). */
export function sampled<Case>(cases: readonly Case[]): Case[] {
  return cases.filter((_, index) => process.env.WITAN_HOSTILE === 'full' || index % 3 === 0);
}
