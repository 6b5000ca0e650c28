export { claimSessions, createJournal, type JournalOptions } from './create-journal.js';
export {
  type ActiveEntry,
  type ConfidenceTier,
  DOMAINS,
  type Domain,
  type Entry,
  type HistoryEntry,
  type Lesson,
  OUTCOME_STATUSES,
  type OutcomeStatus,
  type ResolvedEntry,
  ROOT_CAUSE_CATEGORIES,
  type RootCause,
  type RootCauseCategory,
  STRATEGIES,
  type Strategy,
} from './entry/entry.js';
export type { NewEntry } from './entry/transitions.js';
export type { JournalFailure } from './files/failure.js';
export type { ForeignEntries, Journal, Resolution, Resolve } from './operations/journal.js';
export { judgeCommand } from './outcomes/judge-command.js';
export { redactingJournal } from './redacting-journal.js';
