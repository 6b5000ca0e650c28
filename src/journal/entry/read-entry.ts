import { isRecord } from '../../kernel/is-record.js';
import {
  type ActiveEntry,
  CONFIDENCE_TIERS,
  DOMAINS,
  type Entry,
  INFERABLE,
  OUTCOME_STATUSES,
  type ResolvedEntry,
  STRATEGIES,
} from './entry.js';
import { isSafeIdentifier } from './identifiers.js';
import { confidenceTier } from './transitions.js';

/**
 * One entry from its JSON; undefined if it is not one. A narrow check of our own instead of a schema library: hooks read
 * entries too, and loading one would cost them more than everything else they do. Unknown fields are kept.
 */
export function readEntry(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // What cannot be written again (thousands of levels deep) would be stuck in the journal.
    JSON.stringify(value);
    return isRecord(value) ? toEntry(withoutNulls(value)) : undefined;
  } catch {
    return undefined;
  }
}

export function isResolved(entry: Entry): entry is ResolvedEntry {
  return entry.outcome !== undefined;
}

/** The entry without what a resolution adds: one in the file of an open entry is open, whatever else it says. */
export function asActive(entry: Entry): ActiveEntry {
  if (!isResolved(entry)) return entry;
  const { outcome: _outcome, surprise: _surprise, root_cause: _rootCause, lesson: _lesson, ...rest } = entry;
  const { confidence_tier: _tier, ...active } = rest;
  return active;
}

type Fields = Readonly<Record<string, unknown>>;

function toEntry(fields: Fields): Entry | undefined {
  const { id, session_id, domain, strategy, history = [], iteration_count = 1, notes = [], inferred = [] } = fields;
  const isEntry =
    isIdentifier(id) &&
    isIdentifier(session_id) &&
    ['created_at', 'goal', 'hypothesis', 'action', 'prediction'].every((name) => typeof fields[name] === 'string') &&
    isOneOf(DOMAINS, domain) &&
    isOneOf(STRATEGIES, strategy) &&
    isListOf(history, isHistoryEntry) &&
    isListOf(notes, (note) => typeof note === 'string') &&
    (fields.opened_at === undefined || typeof fields.opened_at === 'string') &&
    isListOf(inferred, (name) => isOneOf(INFERABLE, name)) &&
    Number.isSafeInteger(iteration_count);
  if (!isEntry) return undefined;
  const entry = { ...fields, history, iteration_count, notes } as unknown as Entry;
  return fields.outcome === undefined ? entry : withOutcome(entry, fields);
}

function withOutcome(
  entry: Entry,
  { outcome, surprise, root_cause, lesson, confidence_tier }: Fields,
): Entry | undefined {
  if (!isRecord(outcome) || !isOneOf(OUTCOME_STATUSES, outcome.status)) return undefined;
  const { status, result, captured_at, auto_captured = false } = outcome;
  const isOutcome =
    typeof result === 'string' &&
    typeof captured_at === 'string' &&
    typeof auto_captured === 'boolean' &&
    (surprise === undefined || typeof surprise === 'string') &&
    (root_cause === undefined || hasTexts(root_cause, ['category', 'description'])) &&
    (lesson === undefined || hasTexts(lesson, ['what_worked']));
  if (!isOutcome) return undefined;
  const tier = isOneOf(CONFIDENCE_TIERS, confidence_tier) ? confidence_tier : confidenceTier({ status, auto_captured });
  return { ...entry, outcome: { ...outcome, status, result, captured_at, auto_captured }, confidence_tier: tier };
}

/** Writers in other languages spell an absent value `null`. */
function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && isSafeIdentifier(value);
}

function isHistoryEntry(value: unknown): boolean {
  return hasTexts(value, ['timestamp', 'hypothesis', 'action', 'prediction']);
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string');
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isOneOf<Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return choices.some((choice) => choice === value);
}
