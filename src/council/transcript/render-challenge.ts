import type { DeliberationResult, RoundVote } from '../result.js';
import { oneLine } from './safe-text.js';

/** Who was asked after the first round and why, where that was not everybody. */
export function renderChallenge({ challenge }: DeliberationResult['integrity']): string[] {
  if (challenge === undefined) return [];
  const { rounds, ended, standing } = challenge;
  return [
    ...rounds.map(
      ({ round, asked, because }) =>
        `- Asked in round ${round}: ${asked.map(oneLine).join(', ')}, because ${oneLine(because)}`,
    ),
    `- Nobody was asked ${rounds.length === 0 ? 'again' : 'further'}: ${oneLine(ended)}`,
    ...(standing.length === 0
      ? []
      : [`- Not asked in the last round, their votes stand: ${standing.map(oneLine).join(', ')}`]),
  ];
}

/** How a vote came to count in a round in which it was not cast. */
export function voteNote({
  carried_forward: isCarried,
  stands,
}: Pick<RoundVote, 'carried_forward' | 'stands'>): string {
  if (stands === true) return ', not asked again, so it stands';
  return isCarried ? ', carried forward' : '';
}
