import type { Entry, ResolvedEntry } from '../../journal/index.js';
import type { Experience } from './experience.js';

export interface Tier {
  readonly confidenceTier: Experience['confidenceTier'];
  readonly tierReason: string | null;
}

export function fromEntry(entry: ResolvedEntry, tier: Tier): Experience {
  return {
    ...toFields(entry),
    resolvedAt: entry.outcome.captured_at,
    outcomeStatus: entry.outcome.status,
    outcomeResult: entry.outcome.result,
    autoCaptured: entry.outcome.auto_captured,
    surprise: entry.surprise ?? null,
    rootCause: entry.root_cause ?? null,
    lesson: entry.lesson ?? null,
    ...tier,
  };
}

/** The fields that an entry has from its beginning. */
export function toFields(entry: Entry) {
  return {
    id: entry.id,
    sessionId: entry.session_id,
    createdAt: entry.created_at,
    domain: entry.domain,
    strategy: entry.strategy,
    goal: entry.goal,
    hypothesis: entry.hypothesis,
    action: entry.action,
    prediction: entry.prediction,
    iterationCount: entry.iteration_count,
    history: entry.history,
    notes: entry.notes,
  };
}
