import type { Debate } from '../debate/run-debate.js';
import { withNames } from '../panel/peer-labels.js';
import type { Citation, Reason } from '../result.js';
import type { CountedVote } from './count-votes.js';
import { markCitations } from './mark-citations.js';
import type { Verdict } from './reach-verdict.js';

/** Why the winner was chosen and what others prefer, the most confident voters first; citations say if they were verified. */
export function findReasons(
  { votes, winner }: Verdict,
  citations: readonly Citation[],
  labelsOf: Debate['labelsOf'],
): { readonly because: readonly Reason[]; readonly against: readonly Reason[] } {
  const toReason = ({ participant, option, vote }: CountedVote): Reason => {
    const own = citations.filter((citation) => citation.participant === participant);
    const reason = markCitations(withNames(vote.rationale, labelsOf(participant)), own);
    return { participant, option: option.text, reason };
  };
  const sorted = [...votes].sort((a, b) => b.vote.confidence - a.vote.confidence);
  const isForWinner = ({ option }: CountedVote) => option.text === winner;
  return {
    because: sorted
      .filter((vote) => isForWinner(vote) && vote.vote.rationale !== '')
      .slice(0, MAX_BECAUSE)
      .map(toReason),
    against: sorted
      .filter((vote) => !isForWinner(vote))
      .slice(0, MAX_AGAINST)
      .map(toReason),
  };
}

const MAX_BECAUSE = 2;
const MAX_AGAINST = 4;
