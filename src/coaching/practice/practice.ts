import type { ActionLog } from '../action-log/create-action-log.js';
import type { MeasuringDependencies } from '../api/measure-call.js';
import type { ModelsView } from '../models-view/models-view.js';
import type { PracticeReviewResponse } from '../prompts/practice-review.js';
import type { CoachSessions } from '../sessions/coach-sessions.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Attempt, Constraint } from '../store/katas.js';

/** Katas: what the person practices, and when. None is ever finished. */
export interface Practice {
  /**
   * The review is announced later: the page does not wait for it. Works without a session. A submission that is being
   * reviewed is not reviewed twice.
   */
  review(solution: Solution, announce: AnnounceReview): void;
  /** NOT_FOUND if there is none. */
  load(kataId: string): Promise<LoadedKata>;
  /** Ends what runs. */
  close(): Promise<void>;
}

export interface Solution {
  readonly kataId: string;
  readonly userCode: string;
  /** Those that the kata does not have are ignored. */
  readonly activeConstraintTitles: readonly string[];
  /** Without it, it is another one than all others. */
  readonly submissionId?: string | undefined;
}

/** As the page shows it: without the notes for the reviewer. */
interface LoadedKata {
  readonly kata: {
    readonly id: string;
    readonly title: string;
    readonly topic: string;
    readonly description: string;
    readonly scaffoldingCode: string;
    /** The oldest first. */
    readonly attempts: readonly (Omit<Attempt, 'constraints'> & { readonly constraints: readonly string[] })[];
    readonly bestLevel: number | null;
    /** Null if it was never reviewed: it is due. */
    readonly dueAt: string | null;
  };
  /** The ids of submissions whose review has not arrived yet. */
  readonly reviewing: readonly string[];
  readonly constraints: readonly (Constraint & { readonly isUnlocked: boolean })[];
}

interface ReviewEvents {
  readonly 'review:response': {
    readonly kataId: string;
    readonly correct: boolean;
    readonly feedback: string;
    readonly level: number;
    readonly passed: boolean;
    readonly followUp: {
      readonly type: NonNullable<PracticeReviewResponse['follow_up']>['type'];
      readonly constraint?: string | undefined;
      readonly reason?: string | undefined;
    } | null;
    readonly dreyfusSignal: PracticeReviewResponse['dreyfus_signal'];
    readonly unlockedConstraints: Constraint[];
  };
  readonly 'review:error': { readonly kataId: string; readonly error: string };
}

export type AnnounceReview = (
  ...event: { [Type in keyof ReviewEvents]: [type: Type, payload: ReviewEvents[Type]] }[keyof ReviewEvents]
) => void;

export interface PracticeDependencies extends MeasuringDependencies {
  readonly store: Pick<CoachingStore, 'assessments' | 'gaps' | 'katas'>;
  readonly sessions: Pick<CoachSessions, 'currentId'>;
  readonly actionLog: Pick<ActionLog, 'logAction'>;
  readonly view: Pick<ModelsView, 'redact'>;
  /** Until a call that failed is tried again. */
  readonly retryAfterMs?: number;
}
