export { createJournal, type JournalOptions } from './create-journal.js';
export {
  type ActiveEntry,
  CONFIDENCE_TIERS,
  type ConfidenceTier,
  DOMAINS,
  type Domain,
  type Entry,
  type HistoryEntry,
  type Lesson,
  OUTCOME_STATUSES,
  type Outcome,
  type OutcomeStatus,
  type ResolvedEntry,
  ROOT_CAUSE_CATEGORIES,
  type RootCause,
  type RootCauseCategory,
  STRATEGIES,
  type Strategy,
} from './entry/entry.js';
export type { EntryUpdate, NewEntry } from './entry/transitions.js';
export type { JournalFailure } from './files/failure.js';
export type { CapturedOutcome } from './operations/captured-outcomes.js';
export type { Change, Journal, Orphan, Resolution, Resolve } from './operations/journal.js';
export { type CommandVerdict, judgeCommand } from './outcomes/judge-command.js';
export type { RunKind } from './outcomes/test-and-build-commands.js';
