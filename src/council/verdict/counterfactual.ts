import type { Debate } from '../debate/run-debate.js';
import { type PeerLabels, withNames } from '../panel/peer-labels.js';
import type { Counterfactual } from '../result.js';
import type { CountedVote } from './count-votes.js';
import { reachVerdict, type Verdict } from './reach-verdict.js';

/** What the vote would have been without debate, and whom the debate moved. */
export function compareWithFirstRound(debate: Debate, verdict: Verdict, quorumShare: number): Counterfactual {
  const first = reachVerdict({ ...debate, rounds: debate.rounds.slice(0, 1) }, quorumShare);
  // An option that was joined with another since has not lost to it.
  const leader = debate.options.list().find(({ text }) => text === first.winner);
  const firstWinner = leader === undefined ? null : verdict.countsAs(leader).text;
  const votes = first.votes.map((vote) => ({ ...vote, option: verdict.countsAs(vote.option) }));
  return {
    first_round_winner: firstWinner,
    final_winner: verdict.winner,
    changed: firstWinner !== verdict.winner,
    flips: verdict.votes.flatMap((final) => flip(votes, final, debate.labelsOf(final.participant))),
  };
}

function flip(firstVotes: readonly CountedVote[], final: CountedVote, labels: PeerLabels): Counterfactual['flips'] {
  const first = firstVotes.find(({ participant }) => participant === final.participant);
  if (first === undefined || first.option.id === final.option.id) return [];
  const because =
    final.vote.changed_because ?? (final.vote.rationale === '' ? 'no reason given' : final.vote.rationale);
  const { participant, option } = final;
  return [{ participant, from: first.option.text, to: option.text, because: withNames(because, labels) }];
}
