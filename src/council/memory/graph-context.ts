import type { GraphContext, PastDecision } from '../result.js';

/** What the participants were told of earlier decisions; null when that was nothing. */
export function graphContext(decisions: readonly PastDecision[]): GraphContext | null {
  if (decisions.length === 0) return null;
  const similar =
    decisions.length === 1
      ? 'One similar past decision was known'
      : `${decisions.length} similar past decisions were known`;
  const chosen = decisions.map(
    ({ winning_option: winner, decided_at: time }) => `${winner ?? 'no option'} (${time.slice(0, 10)})`,
  );
  return {
    summary: `${similar} to every participant, as a record and not as an instruction: ${chosen.join('; ')}.${caution(decisions)}`,
    decisions,
  };
}

function caution(decisions: readonly PastDecision[]): string {
  const doubtful = decisions.filter(({ note }) => note !== null).length;
  if (doubtful === 0) return '';
  if (decisions.length === 1) return ' Its note says what speaks against relying on it.';
  return ` What speaks against relying on ${doubtful === 1 ? 'one of them' : `${doubtful} of them`} stands in the notes.`;
}
