import type {
  ConfidenceTier,
  Domain,
  HistoryEntry,
  Lesson,
  OutcomeStatus,
  RootCause,
  Strategy,
} from '../../journal/index.js';

/** A resolved entry of the journal as it is kept for learning. */
export interface Experience {
  /** The entry's own: one entry is one experience. */
  readonly id: string;
  readonly sessionId: string;
  readonly createdAt: string;
  readonly resolvedAt: string;
  readonly domain: Domain;
  readonly strategy: Strategy;
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
  readonly outcomeStatus: OutcomeStatus;
  readonly outcomeResult: string;
  readonly autoCaptured: boolean;
  readonly surprise: string | null;
  readonly rootCause: RootCause | null;
  readonly lesson: Lesson | null;
  readonly confidenceTier: ConfidenceTier;
  /** Why the tier is bronze; null for all others. */
  readonly tierReason: string | null;
  readonly iterationCount: number;
  /** Beliefs that were given up on the way. */
  readonly history: readonly HistoryEntry[];
  readonly notes: readonly string[];
}

/** The weight of an experience in conclusions from many. */
export const TIER_WEIGHTS: Readonly<Record<ConfidenceTier, number>> = {
  gold: 1,
  silver: 0.8,
  bronze: 0.5,
  abandoned: 0.2,
};
