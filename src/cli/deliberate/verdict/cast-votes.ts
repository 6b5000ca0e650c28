import { countedAs, type DeliberationResult, type Vote, type VotingResult } from '../../../council/index.js';

export interface CastVote {
  readonly participant: string;
  /** The text of the option that it counts for, whatever name the voter used. */
  readonly option: string;
  readonly vote: Vote;
}

/** What counts in the end: each voter's last vote. */
export function finalVotes(result: DeliberationResult): CastVote[] {
  const { voting_result: voting } = result;
  return [...lastByParticipant(voting, Number.POSITIVE_INFINITY).values()].map((vote) => ({
    ...vote,
    option: voting === null ? vote.option : countedAs(voting, vote.option),
  }));
}

/** The count of the blind first round: what a vote without any debate would have been. */
export function firstRoundTally(result: DeliberationResult): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const { option } of lastByParticipant(result.voting_result, 1).values()) {
    tally[option] = (tally[option] ?? 0) + 1;
  }
  return tally;
}

function lastByParticipant(voting: VotingResult | null, lastRound: number): Map<string, CastVote> {
  const votes = new Map<string, CastVote>();
  for (const { round, participant, vote } of voting?.votes_by_round ?? []) {
    if (round <= lastRound) votes.set(participant, { participant, option: optionText(voting, vote.option), vote });
  }
  return votes;
}

function optionText(voting: VotingResult | null, named: string): string {
  const option = voting?.options.find(({ id, text, aliases }) => [id, text, ...aliases].includes(named));
  return option?.text ?? named;
}
