import { confidenceTier } from './confidence-tier.js';
import type { ActiveEntry, Domain, Lesson, OutcomeStatus, ResolvedEntry, RootCause, Strategy } from './entry.js';
import { newEntryId, timestamp } from './identifiers.js';

export interface NewEntry {
  readonly domain: Domain;
  readonly strategy: Strategy;
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

export function beginEntry(fields: NewEntry, sessionId: string, now: Date): ActiveEntry {
  const { domain, strategy, goal, hypothesis, action, prediction } = fields;
  return {
    id: newEntryId(now),
    session_id: sessionId,
    created_at: timestamp(now),
    domain,
    strategy,
    goal,
    hypothesis,
    action,
    prediction,
    history: [],
    iteration_count: 1,
    notes: [],
  };
}

export interface EntryUpdate {
  readonly hypothesis?: string;
  readonly action?: string;
  readonly prediction?: string;
  readonly strategy?: Strategy;
  readonly note?: string;
}

/** A new belief pushes the old one into the history; a note or another strategy alone does not. */
export function updateEntry(entry: ActiveEntry, update: EntryUpdate, now: Date): ActiveEntry {
  const { hypothesis, action, prediction } = entry;
  const belief = {
    hypothesis: update.hypothesis ?? hypothesis,
    action: update.action ?? action,
    prediction: update.prediction ?? prediction,
  };
  const annotated = {
    ...entry,
    strategy: update.strategy ?? entry.strategy,
    notes: update.note === undefined ? entry.notes : [...entry.notes, update.note],
  };
  const isSameBelief = belief.hypothesis === hypothesis && belief.action === action && belief.prediction === prediction;
  if (isSameBelief) return annotated;
  const givenUp = { timestamp: entry.iteration_started_at ?? entry.created_at, hypothesis, action, prediction };
  return {
    ...annotated,
    ...belief,
    history: [...entry.history, givenUp],
    iteration_count: entry.iteration_count + 1,
    iteration_started_at: timestamp(now),
  };
}

export interface EntryResolution {
  readonly status: OutcomeStatus;
  readonly result: string;
  readonly surprise?: string;
  readonly rootCause?: RootCause;
  readonly lesson?: Lesson;
  readonly autoCaptured: boolean;
}

export function resolveEntry(entry: ActiveEntry, resolution: EntryResolution, now: Date): ResolvedEntry {
  const { status, result, surprise, rootCause, lesson, autoCaptured } = resolution;
  const outcome = { status, result, captured_at: timestamp(now), auto_captured: autoCaptured };
  return {
    ...entry,
    outcome,
    ...(surprise !== undefined && { surprise }),
    ...(rootCause !== undefined && { root_cause: rootCause }),
    ...(lesson !== undefined && { lesson }),
    confidence_tier: confidenceTier(outcome),
  };
}

export function abandonEntry(entry: ActiveEntry, reason: string, now: Date): ResolvedEntry {
  return resolveEntry(entry, { status: 'abandoned', result: reason, autoCaptured: false }, now);
}
