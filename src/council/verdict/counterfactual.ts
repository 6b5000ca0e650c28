import type { Debate } from '../debate/hold-debate.js';
import { type PeerLabels, withNames } from '../panel/peer-labels.js';
import type { Counterfactual } from '../result.js';
import { type CountedVote, countVotes, votesUpTo } from './count-votes.js';
import { leaderOf, type Verdict } from './reach-verdict.js';

/** What the vote would have been without debate, and whom the debate moved. */
export function compareWithFirstRound({ rounds, book, labelsOf }: Debate, verdict: Verdict): Counterfactual {
  const firstVotes = votesUpTo(rounds.slice(0, 1), book);
  const firstWinner = leaderOf(countVotes(firstVotes, book)) ?? null;
  return {
    first_round_winner: firstWinner,
    final_winner: verdict.winner,
    changed: firstWinner !== verdict.winner,
    flips: verdict.votes.flatMap((final) => flip(firstVotes, final, labelsOf(final.participant))),
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
