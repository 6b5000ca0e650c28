import type { Debate } from '../debate/hold-debate.js';
import type { Counterfactual } from '../result.js';
import { type CountedVote, countVotes, votesUpTo } from './count-votes.js';
import { leaderOf, type Verdict } from './reach-verdict.js';

/** What the vote would have been without debate, and whom the debate moved. */
export function compareWithFirstRound({ rounds, book }: Debate, verdict: Verdict): Counterfactual {
  const firstVotes = votesUpTo(rounds.slice(0, 1), book);
  const firstWinner = leaderOf(countVotes(firstVotes, book)) ?? null;
  return {
    first_round_winner: firstWinner,
    final_winner: verdict.winner,
    changed: firstWinner !== verdict.winner,
    flips: verdict.votes.flatMap((final) => flip(firstVotes, final)),
  };
}

function flip(firstVotes: readonly CountedVote[], final: CountedVote): Counterfactual['flips'] {
  const first = firstVotes.find(({ participant }) => participant === final.participant);
  if (first === undefined || first.option.id === final.option.id) return [];
  const because =
    final.vote.changed_because ?? (final.vote.rationale === '' ? 'no reason given' : final.vote.rationale);
  return [{ participant: final.participant, from: first.option.text, to: final.option.text, because }];
}
