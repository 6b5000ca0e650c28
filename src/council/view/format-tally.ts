import { plainLine } from '../../kernel/plain-text.js';

/** "2 for PostgreSQL, 1 for SQLite", most votes first. */
export function formatTally(tally: Readonly<Record<string, number>>): string {
  const counted = sortedTally(tally);
  return counted.length === 0 ? 'no votes' : counted.map(([option, votes]) => `${votes} for ${option}`).join(', ');
}

/** Options with votes, most votes first, with text that is safe to show. */
export function sortedTally(tally: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Object.entries(tally)
    .filter(([, votes]) => votes > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([option, votes]) => [plainLine(option), votes] as const);
}
