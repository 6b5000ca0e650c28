import type { Summary } from '../contract/result.js';
import { withNames } from '../panel/peer-labels.js';
import type { CountedVote } from '../rounds/count-votes.js';
import type { Debate } from '../rounds/debate.js';
import type { Verdict } from '../verdict/reach-verdict.js';

export const EXTRACTED = 'extracted from the votes, without a model';

/** The summary put together from the votes themselves, without a model, and labeled so. */
export function extractSummary(verdict: Verdict, debate: Pick<Debate, 'labelsOf' | 'options'>): Summary {
  const { winner, votes } = verdict;
  const reasons = (counted: readonly CountedVote[]) =>
    counted
      .filter(({ vote }) => vote.rationale !== '')
      .map(({ participant, option, vote }) => {
        const rationale = withNames(vote.rationale, debate.labelsOf(participant));
        return `${option.text}: ${rationale} (${participant})`;
      });
  const isOpen = isOpenQuestion(debate);
  // An answer that one participant gave is neither agreed nor disputed: the others may not have thought of it.
  const isUnique = ({ option }: CountedVote) => isOpen && verdict.tally[option.text] === 1;
  const shared = votes.filter((vote) => !isUnique(vote));
  return {
    consensus: describeOutcome(verdict),
    key_agreements: reasons(shared.filter(({ option }) => option.text === winner)),
    key_disagreements: reasons(shared.filter(({ option }) => option.text !== winner)),
    ...(isOpen ? { unique_points: reasons(votes.filter(isUnique)) } : {}),
    final_recommendation: extractRecommendation(verdict),
    written_by: EXTRACTED,
  };
}

/** Without a ballot the participants word the options themselves, and the votes alone are a poor answer. */
export function isOpenQuestion({ options }: Pick<Debate, 'options'>): boolean {
  return options.list().every(({ isOnBallot }) => !isOnBallot);
}

function describeOutcome({ status, winner, tally, quorum }: Verdict): string {
  const counts = Object.entries(tally)
    .map(([option, count]) => `${count} for ${option}`)
    .join(', ');
  switch (status) {
    case undefined:
      return 'No participant cast a valid vote.';
    case 'no_quorum':
      return `No quorum: ${counts}, but ${quorum.needed} votes are needed.`;
    case 'tie':
      return `Tied: ${counts}.`;
    case 'unanimous_consensus':
      return quorum.voters === 1 ? `The only vote is for ${winner}.` : `All ${quorum.voters} votes are for ${winner}.`;
    case 'majority_decision':
    case 'plurality_decision':
      return `${winner} has the most votes: ${counts}.`;
  }
}

export function extractRecommendation({ status, winner, tally }: Verdict): string {
  if (winner !== null) return winner;
  if (status === 'tie') {
    return `No recommendation: the panel is split between ${Object.keys(tally).join(' and ')}.`;
  }
  return 'No recommendation: there are too few votes.';
}
