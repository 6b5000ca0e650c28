import type { Domain, OutcomeStatus, Strategy } from '../vocabulary.js';

export {
  DOMAINS,
  type Domain,
  OUTCOME_STATUSES,
  type OutcomeStatus,
  ROOT_CAUSE_CATEGORIES,
  type RootCauseCategory,
  STRATEGIES,
  type Strategy,
} from '../vocabulary.js';

export const INFERABLE = ['domain', 'strategy'] as const;
type Inferable = (typeof INFERABLE)[number];

/** Bronze is never given here: whether a hypothesis says anything is judged by its meaning, when it is saved. */
export const CONFIDENCE_TIERS = ['gold', 'silver', 'bronze', 'abandoned'] as const;
export type ConfidenceTier = (typeof CONFIDENCE_TIERS)[number];

export interface RootCause {
  readonly category: string;
  readonly description: string;
}

export interface Lesson {
  readonly what_worked: string;
  readonly takeaway?: string;
}

/** A hypothesis that was replaced by another one, with the time at which it was written down. */
export interface HistoryEntry {
  readonly timestamp: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

export interface Outcome {
  readonly status: OutcomeStatus;
  readonly result: string;
  readonly captured_at: string;
  readonly auto_captured: boolean;
}

/** An entry as it is in the files; fields that we do not know are kept too. */
interface EntryFields {
  readonly id: string;
  readonly session_id: string;
  readonly created_at: string;
  /** The same to the millisecond: which of two open entries is the newer one. Absent in entries of earlier versions. */
  readonly opened_at?: string;
  readonly domain: Domain;
  readonly strategy: Strategy;
  /** Which of the two the agent left out, so that they were inferred from its words. */
  readonly inferred?: readonly Inferable[];
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
  readonly history: readonly HistoryEntry[];
  readonly iteration_count: number;
  /** When the present hypothesis was written down; absent while it is the first one. */
  readonly iteration_started_at?: string;
  readonly notes: readonly string[];
}

export interface ActiveEntry extends EntryFields {
  readonly outcome?: never;
}

export interface ResolvedEntry extends EntryFields {
  readonly outcome: Outcome;
  readonly surprise?: string;
  readonly root_cause?: RootCause;
  readonly lesson?: Lesson;
  readonly confidence_tier: ConfidenceTier;
}

export type Entry = ActiveEntry | ResolvedEntry;
