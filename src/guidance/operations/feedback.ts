import { parseIsoDate } from '../../kernel/parse-iso-date.js';
import { failure, type Result, success } from '../../kernel/result.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import type { NodeFields } from '../graph/graph-text.js';
import type { FeedbackOptions, Verdict } from './knowledge.js';

const HELPFUL_STEP = 0.05;
/** Wrong advice costs more trust than right advice earns. */
const WRONG_STEP = 0.2;
const SNOOZE_DAYS = 7;

/** What a person's word about an item changes in its node. */
export function feedbackFields(
  verdict: Verdict,
  { confidence, until, now }: Pick<FeedbackOptions, 'until'> & { readonly confidence: number; readonly now: Date },
): Result<NodeFields, KnowledgeFailure> {
  switch (verdict) {
    case 'helpful':
      return success({ confidence: bounded(confidence + HELPFUL_STEP) });
    case 'wrong':
    case 'not-helpful':
      return success({ confidence: bounded(confidence - WRONG_STEP) });
    case 'snooze':
      return snooze(until, now);
  }
}

function snooze(until: string | undefined, now: Date): Result<NodeFields, KnowledgeFailure> {
  const fallback = new Date(now.getTime() + SNOOZE_DAYS * 86_400_000);
  const end = until === undefined ? fallback : parseIsoDate(until);
  if (end === undefined || end <= now) {
    const message = `until is "${until}"; it must be a day to come, like ${fallback.toISOString().slice(0, 10)}`;
    return failure({ kind: 'invalid', message });
  }
  return success({ snoozed_until: end.toISOString() });
}

function bounded(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100;
}
