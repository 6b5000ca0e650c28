import type { Decision } from '../model/decision.js';
import { describeOutcome } from '../model/describe-outcome.js';
import { oneLine } from './render-recall.js';

/**
 * What must be known before a decision is relied on, in one line; null if nothing speaks against it. Only recorded outcomes:
 * that a later decision differs in its words is a guess, which a council would take for a fact.
 */
export function findCaveats({ outcome }: Decision, successor: Decision | undefined): string | null {
  if (outcome === null || outcome.outcome === 'right') return null;
  const by = successor === undefined ? '' : `${successor.id} (${dayOf(successor)}), which chose ${quoted(successor)}`;
  return describeOutcome(outcome.outcome, { by, note: oneLine(outcome.note ?? '', MAX_NOTE_LENGTH) });
}

const MAX_NOTE_LENGTH = 200;
const MAX_OPTION_LENGTH = 120;

function dayOf({ decidedAt }: Decision): string {
  return decidedAt.toISOString().slice(0, 10);
}

function quoted({ winningOption }: Decision): string {
  return winningOption === null ? 'nothing' : `"${oneLine(winningOption, MAX_OPTION_LENGTH)}"`;
}
