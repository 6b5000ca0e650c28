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

/** Rates how far an outcome is trusted: the result of a test or build counts more than the agent's own word. */
export function confidenceTier({ status, auto_captured }: Pick<Outcome, 'status' | 'auto_captured'>): ConfidenceTier {
  if (status === 'abandoned') return 'abandoned';
  return auto_captured ? 'gold' : 'silver';
}

type Rules<Choice> = readonly (readonly [Choice, RegExp])[];

/** The first rule that matches counts. "Fix" is debugging unless the goal says what kind of fault it is. */
const DOMAIN_RULES: Rules<Domain> = [
  ['documentation', /\b(?:docs?|documentation|readme|changelog|docstrings?)\b/i],
  ['refactoring', /\b(?:refactor\w*|renam\w*|extract\w*|simplif\w*|restructur\w*|clean(?:ing)? up|deduplicat\w*)\b/i],
  ['performance', /\b(?:slow\w*|faster|latency|performance|speed\w*|throughput|memory|optimi[sz]\w*)\b/i],
  ['security', /\b(?:security|vulnerab\w*|xss|csrf|injection|cve|exploit\w*)\b/i],
  ['debugging', /\b(?:fix\w*|bugs?|debug\w*|fail\w*|errors?|crash\w*|broken|hang\w*|flaky|wrong|regression|why)\b/i],
  ['testing', /\b(?:tests?|testing|coverage|fixtures?|mocks?)\b/i],
  ['security', /\b(?:auth\w*|permissions?|secrets?|tokens?|passwords?|encrypt\w*)\b/i],
  ['configuration', /\b(?:config\w*|settings?|env\w*|docker\w*|ci|pipeline|deploy\w*|install\w*|upgrade\w*)\b/i],
  ['integration', /\b(?:api|webhooks?|integrat\w*|endpoints?|sdk|connect\w*|third-party)\b/i],
  ['feature', /\b(?:add\w*|implement\w*|support\w*|creat\w*|build\w*|new|let|allow\w*|feature)\b/i],
];

const STRATEGY_RULES: Rules<Strategy> = [
  ['ask-user', /\bask\w*\b|\bclarif\w*/i],
  ['read-the-error', /\b(?:stack ?traces?|traceback|error message|stderr|logs?)\b/i],
  ['systematic-elimination', /\b(?:bisect\w*|one by one|one at a time|eliminat\w*|rul\w+ out|disabl\w* each)\b/i],
  ['divide-and-conquer', /\b(?:split\w*|isolat\w*|narrow\w*|halv\w*|minimal|separately)\b/i],
  ['copy-from-similar', /\b(?:cop(?:y|ies|ied)|same way|similar|mirror\w*|reus\w*|as in)\b/i],
  ['research-first', /\b(?:read\w*|documentation|docs|look\w* up|search\w*|research\w*|study\w*)\b/i],
  ['check-assumptions', /\b(?:check\w*|verif\w*|confirm\w*|print\w*|inspect\w*|measur\w*|assert\w*|profil\w*)\b/i],
  ['trial-and-error', /\b(?:try\w*|experiment\w*|increas\w*|decreas\w*|rais\w*|lower\w*|tweak\w*|bump\w*)\b/i],
];

interface Texts {
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
}

/** Infers the kind of work by the words of the goal, then by the rest. */
function inferDomain({ goal, hypothesis, action }: Texts): Domain {
  return firstMatch(DOMAIN_RULES, [goal, `${hypothesis} ${action}`]) ?? 'debugging';
}

/** Infers the strategy by the words of the action, then by the rest. */
function inferStrategy({ goal, hypothesis, action }: Texts): Strategy {
  return firstMatch(STRATEGY_RULES, [action, `${hypothesis} ${goal}`]) ?? 'root-cause-analysis';
}

function firstMatch<Choice>(rules: Rules<Choice>, texts: readonly string[]): Choice | undefined {
  for (const text of texts) {
    const found = rules.find(([, pattern]) => pattern.test(text));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
