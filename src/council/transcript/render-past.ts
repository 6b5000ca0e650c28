import type { DeliberationResult, PastDecision } from '../result.js';
import { oneLine } from './safe-text.js';

/** Which earlier decisions the participants were told of. */
export function renderPast({ graph_context_summary: past }: DeliberationResult): string {
  if (past === null) return '';
  return ['## Past decisions used', '', oneLine(past.summary), '', ...past.decisions.map(renderDecision)].join('\n');
}

function renderDecision({ id, question, winning_option: winner, score, note, decided_at: time }: PastDecision): string {
  const chosen = winner === null ? 'no option was chosen' : `chosen: **${oneLine(winner)}**`;
  const caution = note === null ? '' : ` Note: ${oneLine(note)}.`;
  return `- ${time.slice(0, 10)}, similarity ${score.toFixed(2)}: ${oneLine(question)} ${chosen} (${oneLine(id)}).${caution}`;
}
