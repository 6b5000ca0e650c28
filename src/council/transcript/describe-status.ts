import type { DeliberationResult } from '../result.js';

/** The verdict in one line. */
export function describeStatus(result: DeliberationResult): string {
  const { convergence_info: convergence, voting_result: voting, integrity } = result;
  const turnout = `${integrity.quorum.voters} of ${result.participants.length} voted`;
  const winner = voting?.winning_option;
  switch (convergence?.status) {
    case 'unanimous_consensus':
      return `${winner}: unanimous, ${turnout}`;
    case 'majority_decision':
      return `${winner}: by majority, ${turnout}`;
    case 'plurality_decision':
      return `${winner}: most votes but no majority, ${turnout}`;
    case 'tie':
      return `Tied between ${leaders(voting?.final_tally ?? {}).join(' and ')}, ${turnout}`;
    case 'no_quorum':
      return `No result: ${turnout}, ${integrity.quorum.needed} needed`;
    case 'converged':
    case 'refining':
    case 'diverging':
    case 'impasse':
    case 'max_rounds':
      return `No votes; the answers are ${convergence.status === 'max_rounds' ? 'still changing' : convergence.status}`;
    case undefined:
      return result.status === 'failed' ? 'Failed: no participant could answer' : 'No votes were cast';
  }
}

function leaders(tally: Readonly<Record<string, number>>): string[] {
  const highest = Math.max(...Object.values(tally));
  return Object.keys(tally).filter((option) => tally[option] === highest);
}
