import { cutText } from '../../kernel/cut-text.js';
import { choiceOf, choseDifferently, isSameChoice } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import { describeOutcome } from '../model/describe-outcome.js';
import { rounded } from './find-similar.js';

export interface Change {
  readonly what: 'option' | 'confidence' | 'participants' | 'status';
  readonly from: string | number | null;
  readonly to: string | number | null;
}

/**
 * In what a decision differs from the one before it. Another option is a change only if it was an answer to the same
 * question, or if it is recorded as the successor.
 */
export function changesBetween(before: Decision, after: Decision, isNearlySameQuestion: boolean): Change[] {
  const changes: Change[] = [];
  const isSuccessor = before.outcome?.supersededBy === after.id;
  const isOtherChoice = isSuccessor
    ? !isSameChoice(before.winningOption, after.winningOption)
    : choseDifferently(choiceOf(before), choiceOf(after), isNearlySameQuestion);
  if (isOtherChoice) {
    changes.push({ what: 'option', from: before.winningOption, to: after.winningOption });
  }
  const [was, is] = [meanConfidence(before), meanConfidence(after)];
  if (was !== is && (was === null || is === null || Math.abs(was - is) >= NOTABLE_CONFIDENCE)) {
    changes.push({ what: 'confidence', from: was, to: is });
  }
  const [satThen, sitsNow] = [before, after].map(({ participants }) => [...participants].sort().join(', '));
  if (satThen !== sitsNow) changes.push({ what: 'participants', from: satThen ?? '', to: sitsNow ?? '' });
  if (before.status !== after.status) changes.push({ what: 'status', from: before.status, to: after.status });
  return changes;
}

const NOTABLE_CONFIDENCE = 0.1;

/** Of those who voted for what won. */
export function meanConfidence({ stances, winningOption }: Decision): number | null {
  const values = stances
    .filter(({ option }) => option !== null && option === winningOption)
    .flatMap(({ confidence }) => confidence ?? []);
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** How the earlier decision turned out, if that was recorded; else the best argument for the new choice. */
export function reasonForChange(before: Decision, after: Decision, changes: readonly Change[]): string | null {
  if (!changes.some(({ what }) => what === 'option')) return null;
  const outcome = fateOf(before);
  const argument = strongestArgument(after);
  return [outcome, argument].filter((part) => part !== undefined).join('; ') || null;
}

function fateOf({ outcome }: Decision): string | undefined {
  if (outcome === null) return undefined;
  return `the one before ${outcome.outcome === 'superseded' ? 'was ' : ''}${describeOutcome(outcome.outcome, {
    note: cutText(outcome.note ?? '', MAX_TEXT_LENGTH),
  })}`;
}

function strongestArgument({ stances, winningOption }: Decision): string | undefined {
  const [best] = stances
    .filter(({ option, rationale }) => option === winningOption && option !== null && rationale !== '')
    .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
  return best === undefined ? undefined : `${best.participant}: ${cutText(best.rationale, MAX_TEXT_LENGTH)}`;
}

const MAX_TEXT_LENGTH = 300;
