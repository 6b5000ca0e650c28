import { choseDifferently } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import { describeOutcome } from '../model/describe-outcome.js';
import { oneLine } from './render-recall.js';

/** The decisions that a recalled one is compared with. */
export interface Relatives {
  /** The one that replaced it, if that was recorded. */
  readonly successor: Decision | undefined;
  /** Decisions on nearly the same question, whenever they were taken. */
  readonly near: readonly Decision[];
}

/** What must be known before a decision is relied on, in one line; null if nothing speaks against it. */
export function findCaveats(decision: Decision, { successor, near }: Relatives): string | null {
  const judged = describeJudgment(decision, successor);
  const contradiction = findContradiction(decision, near);
  // The note that a decision was replaced by another already says that the other one differs.
  const isSaid = contradiction !== undefined && contradiction.id === successor?.id;
  const contradicted =
    contradiction === undefined || isSaid
      ? undefined
      : `a later decision (${dayOf(contradiction)}, ${contradiction.id}) on a similar question chose ${quoted(contradiction)}`;
  return [judged, contradicted].filter((part) => part !== undefined).join('; ') || null;
}

function describeJudgment({ outcome }: Decision, successor: Decision | undefined): string | undefined {
  if (outcome === null || outcome.outcome === 'right') return undefined;
  const by = successor === undefined ? '' : `${successor.id} (${dayOf(successor)}), which chose ${quoted(successor)}`;
  return describeOutcome(outcome.outcome, { by, note: oneLine(outcome.note ?? '', MAX_NOTE_LENGTH) });
}

const MAX_NOTE_LENGTH = 200;
const MAX_OPTION_LENGTH = 120;

/** The latest of the later decisions that chose differently. */
function findContradiction(decision: Decision, near: readonly Decision[]): Decision | undefined {
  const later = near
    .filter((other) => other.decidedAt > decision.decidedAt && other.outcome?.outcome !== 'wrong')
    .sort((a, b) => b.decidedAt.getTime() - a.decidedAt.getTime());
  return later.slice(0, MAX_COMPARED).find((other) => choseDifferently(decision, other));
}

const MAX_COMPARED = 5;

function dayOf({ decidedAt }: Decision): string {
  return decidedAt.toISOString().slice(0, 10);
}

function quoted({ winningOption }: Decision): string {
  return winningOption === null ? 'nothing' : `"${oneLine(winningOption, MAX_OPTION_LENGTH)}"`;
}
