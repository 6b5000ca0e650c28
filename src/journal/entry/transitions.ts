import {
  type ActiveEntry,
  type ConfidenceTier,
  type Domain,
  INFERABLE,
  type Lesson,
  type Outcome,
  type OutcomeStatus,
  type ResolvedEntry,
  type RootCause,
  type Strategy,
} from './entry.js';
import { newEntryId, timestamp } from './identifiers.js';
import { inferDomain, inferStrategy } from './infer.js';

export interface NewEntry {
  /** These two are inferred from the texts if they are left out. */
  readonly domain?: Domain | undefined;
  readonly strategy?: Strategy | undefined;
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

export function beginEntry(fields: NewEntry, sessionId: string, now: Date): ActiveEntry {
  const { domain, strategy, goal, hypothesis, action, prediction } = fields;
  const inferred = INFERABLE.filter((name) => fields[name] === undefined);
  return {
    id: newEntryId(now),
    session_id: sessionId,
    created_at: timestamp(now),
    opened_at: now.toISOString(),
    domain: domain ?? inferDomain(fields),
    strategy: strategy ?? inferStrategy(fields),
    ...(inferred.length > 0 && { inferred }),
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

/** A new hypothesis, action or prediction moves the old ones to the history; a note or another strategy does not. */
export function updateEntry(entry: ActiveEntry, update: EntryUpdate, now: Date): ActiveEntry {
  const { hypothesis, action, prediction } = entry;
  const next = {
    hypothesis: update.hypothesis ?? hypothesis,
    action: update.action ?? action,
    prediction: update.prediction ?? prediction,
  };
  const annotated = {
    ...(update.strategy === undefined ? entry : withStrategy(entry, update.strategy)),
    notes: update.note === undefined ? entry.notes : [...entry.notes, update.note],
  };
  const isSame = next.hypothesis === hypothesis && next.action === action && next.prediction === prediction;
  if (isSame) return annotated;
  const replaced = { timestamp: entry.iteration_started_at ?? entry.created_at, hypothesis, action, prediction };
  return {
    ...annotated,
    ...next,
    history: [...entry.history, replaced],
    iteration_count: entry.iteration_count + 1,
    iteration_started_at: timestamp(now),
  };
}

function withStrategy({ inferred = [], ...entry }: ActiveEntry, strategy: Strategy): ActiveEntry {
  const left = inferred.filter((name) => name !== 'strategy');
  return { ...entry, strategy, ...(left.length > 0 && { inferred: left }) };
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

/** How far an outcome is trusted: the result of a test or build counts more than the agent's own word. */
export function confidenceTier({ status, auto_captured }: Pick<Outcome, 'status' | 'auto_captured'>): ConfidenceTier {
  if (status === 'abandoned') return 'abandoned';
  return auto_captured ? 'gold' : 'silver';
}
