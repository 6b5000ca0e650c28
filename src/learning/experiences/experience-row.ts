import type { HistoryEntry } from '../../journal/index.js';
import type { ExperienceRow } from '../database/tables.js';
import type { Experience } from './experience.js';

export function toRow(experience: Experience, revision: number): ExperienceRow {
  const { rootCause, lesson, history, notes } = experience;
  return {
    id: experience.id,
    session_id: experience.sessionId,
    created_at: experience.createdAt,
    created_ms: milliseconds(experience.createdAt),
    resolved_at: experience.resolvedAt,
    domain: experience.domain,
    strategy: experience.strategy,
    goal: experience.goal,
    hypothesis: experience.hypothesis,
    action: experience.action,
    prediction: experience.prediction,
    outcome_status: experience.outcomeStatus,
    outcome_result: experience.outcomeResult,
    auto_captured: experience.autoCaptured ? 1 : 0,
    surprise: experience.surprise,
    root_cause_category: rootCause?.category ?? null,
    root_cause_description: rootCause?.description ?? null,
    lesson_what_worked: lesson?.what_worked ?? null,
    lesson_takeaway: lesson?.takeaway ?? null,
    confidence_tier: experience.confidenceTier,
    tier_reason: experience.tierReason,
    iteration_count: experience.iterationCount,
    history_count: history.length,
    history: JSON.stringify(history),
    notes: JSON.stringify(notes),
    revision,
  };
}

export function fromRow(row: ExperienceRow): Experience {
  const { root_cause_category: category, root_cause_description: description, lesson_what_worked: whatWorked } = row;
  return {
    id: row.id,
    sessionId: row.session_id,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
    domain: row.domain,
    strategy: row.strategy,
    goal: row.goal,
    hypothesis: row.hypothesis,
    action: row.action,
    prediction: row.prediction,
    outcomeStatus: row.outcome_status,
    outcomeResult: row.outcome_result,
    autoCaptured: row.auto_captured === 1,
    surprise: row.surprise,
    rootCause: category === null ? null : { category, description: description ?? '' },
    lesson:
      whatWorked === null
        ? null
        : { what_worked: whatWorked, ...(row.lesson_takeaway !== null && { takeaway: row.lesson_takeaway }) },
    confidenceTier: row.confidence_tier,
    tierReason: row.tier_reason,
    iterationCount: row.iteration_count,
    history: JSON.parse(row.history) as HistoryEntry[],
    notes: JSON.parse(row.notes) as string[],
  };
}

/** A time that cannot be read sorts as the oldest. */
function milliseconds(time: string): number {
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? 0 : parsed;
}
