import type { DeliberationResult } from '../../../council/index.js';
import { plainLine } from '../../../kernel/plain-text.js';
import { sortedTally } from '../progress/tally-words.js';
import { finalVotes } from './cast-votes.js';

/** The outcome in one sentence that claims no more than the votes carry. */
export function headline(result: DeliberationResult): { readonly subject: string; readonly facts: string } {
  const { quorum } = result.integrity;
  const seats = result.participants.length;
  const voted = `${quorum.voters} of ${seats} voted`;
  if (result.status === 'failed') return { subject: 'Failed', facts: 'no participant gave a valid answer' };
  const winner = result.voting_result?.winning_option ?? null;
  if (!quorum.met) return { subject: 'No result', facts: `${voted}, a quorum needs ${quorum.needed}` };
  if (winner !== null) {
    return { subject: plainLine(winner), facts: [manner(result), voted, confidence(result, winner)].join(', ') };
  }
  const tally = sortedTally(result.voting_result?.final_tally ?? {});
  if (tally.length > 1) {
    const leaders = tally.filter(([, votes]) => votes === tally[0]?.[1]).map(([option]) => option);
    return { subject: 'A tie', facts: `${leaders.join(' and ')} have ${tally[0]?.[1]} each, ${voted}` };
  }
  return { subject: 'No winner', facts: voted };
}

function manner(result: DeliberationResult): string {
  // Whoever votes alone is of one mind with nobody.
  if (result.integrity.quorum.voters === 1) return 'the only vote';
  const counts = sortedTally(result.voting_result?.final_tally ?? {}).map(([, votes]) => votes);
  const { grouped_by: writer, tally_as_worded: worded = {} } = result.voting_result ?? {};
  const asWorded = sortedTally(worded).map(([, votes]) => votes);
  const note = writer === undefined ? '' : ` (as worded ${asWorded.join(' : ')}, grouped by ${plainLine(writer)})`;
  const split = (counts.length > 1 ? ` ${counts.join(' : ')}` : '') + note;
  switch (result.convergence_info?.status) {
    case 'unanimous_consensus':
      return result.voting_result?.joined === undefined ? 'unanimous' : 'unanimous after joining options';
    case 'majority_decision':
      return `majority${split}`;
    case 'plurality_decision':
      return `most votes but no majority${split}`;
    case 'tie':
    case 'no_quorum':
    case 'converged':
    case 'refining':
    case 'diverging':
    case 'impasse':
    case 'max_rounds':
    case undefined:
      return `votes${split}`;
  }
}

/** The mean over those who chose the winner: the others were sure of something else. */
function confidence(result: DeliberationResult, winner: string): string {
  const supporters = finalVotes(result).filter(({ option }) => option === winner);
  const sum = supporters.reduce((total, { vote }) => total + vote.confidence, 0);
  if (supporters.length === 0) return 'confidence unknown';
  const mean = (sum / supporters.length).toFixed(2);
  return `confidence ${mean}${Number(mean) < LOW_CONFIDENCE ? ' (low confidence)' : ''}`;
}

const LOW_CONFIDENCE = 0.4;
