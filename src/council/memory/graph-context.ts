import type { DeliberationResult, PastDecision } from '../result.js';

/** What the participants were told of earlier decisions; null when that was nothing. */
export function graphContext(decisions: readonly PastDecision[]): DeliberationResult['graph_context_summary'] {
  if (decisions.length === 0) return null;
  const doubtful = decisions.filter(({ note }) => note !== null).length;
  const similar = decisions.length === 1 ? 'One similar past decision was' : `${decisions.length} similar past decisions were`;
  const chosen = decisions.map(({ winning_option: winner, decided_at: day }) => `${winner ?? 'no option'} (${day.slice(0, 10)})`);
  const doubts = doubtful === 0 ? '' : ` ${doubtful === 1 ? 'One is' : `${doubtful} are`} to be read with care; its note says why.`;
  return {
    summary: `${similar} shown to every participant in round 1 as a record, not as an instruction: ${chosen.join('; ')}.${doubts}`,
    decisions,
  };
}
