import { CONFIDENCE_TIERS, type HistoryEntry, OUTCOME_STATUSES } from '../../journal/index.js';
import { isRecord } from '../../kernel/is-record.js';
import type { ReadConnection } from '../../storage/index.js';
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

/** Undefined for a row that is damaged: it must not keep the others from being read. */
export function fromRow(row: ExperienceRow): Experience | undefined {
  const history = listIn(row.history, isHistoryEntry);
  const notes = listIn(row.notes, isText);
  if (history === undefined || notes === undefined) return undefined;
  const isKnown = OUTCOME_STATUSES.includes(row.outcome_status) && CONFIDENCE_TIERS.includes(row.confidence_tier);
  return isKnown ? toExperience(row, history, notes) : undefined;
}

/** The ids of all rows that `fromRow` refuses. */
export function findDamaged(connection: ReadConnection): string[] {
  return connection.all<{ id: string }>(DAMAGED).map(({ id }) => id);
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** SQLite's JSON functions throw for texts that are not JSON: those are found first. */
const DAMAGED = `
  SELECT id FROM experiences WHERE outcome_status NOT IN (${quoted(OUTCOME_STATUSES)})
    OR confidence_tier NOT IN (${quoted(CONFIDENCE_TIERS)})
    OR CASE WHEN json_valid(history) AND json_valid(notes) THEN
      json_type(history) <> 'array' OR EXISTS (SELECT 1 FROM json_each(history) WHERE type <> 'object')
      OR json_type(notes) <> 'array' OR EXISTS (SELECT 1 FROM json_each(notes) WHERE type <> 'text')
    ELSE TRUE END
  ORDER BY created_ms, id`;

function listIn<Item>(json: string, isItem: (value: unknown) => value is Item): Item[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) && parsed.every(isItem) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isHistoryEntry = (value: unknown): value is HistoryEntry => isRecord(value);

function toExperience(row: ExperienceRow, history: HistoryEntry[], notes: string[]): Experience {
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
    history,
    notes,
  };
}

/** A time that cannot be read sorts as the oldest. */
function milliseconds(time: string): number {
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? 0 : parsed;
}
