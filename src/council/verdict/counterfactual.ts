import type { Debate } from '../debate/run-debate.js';
import { listCitations } from '../list-evidence.js';
import { withNames } from '../panel/peer-labels.js';
import type { Counterfactual } from '../result.js';
import type { CountedVote } from './count-votes.js';
import { markCitations } from './mark-citations.js';
import { reachVerdict, type Verdict } from './reach-verdict.js';

/** What the vote would have been without debate, and who changed their vote in it. */
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
    flips: verdict.votes.flatMap((final) => flip(votes, final, debate)),
  };
}

function flip(firstVotes: readonly CountedVote[], final: CountedVote, debate: Debate): Counterfactual['flips'] {
  const { participant, option } = final;
  const first = firstVotes.find(({ participant: voter }) => voter === participant);
  if (first === undefined || first.option.id === option.id) return [];
  const because =
    final.vote.changed_because ?? (final.vote.rationale === '' ? 'no reason given' : final.vote.rationale);
  const own = listCitations(debate.rounds).filter((citation) => citation.participant === participant);
  const marked = markCitations(withNames(because, debate.labelsOf(participant)), own);
  return [{ participant, from: first.option.text, to: option.text, because: marked }];
}
