import type { NewPlan } from '../store/plans.js';
import type { HintLevel, WritesStatus } from '../vocabulary.js';
import type { FileDiff } from '../workspace/unified-diff.js';
import type { PlanDetails } from './plan-runs.js';
import type {
  Announce,
  EndRequest,
  FileHint,
  Highlight,
  IssueContext,
  LastSummary,
  Marks,
  NewCoachMessage,
  PhaseChange,
  PhaseState,
  SessionGoal,
  SessionState,
  SessionSummary,
  UnfinishedSession,
} from './session-state.js';

/**
 * The coaching sessions of one project; at most one is active. Every change is stored, noted for hooks and announced to all
 * pages; what a page asked for itself is announced by its own function, so that it gets the answer to its question.
 * Failures are `CoachError`s: NO_SESSION where an active one is needed.
 */
export interface CoachSessions extends Lifecycle, PhaseEditing, Planning, Pointing {}

export interface Lifecycle {
  /** Null without an active session. */
  current(): Promise<SessionState | null>;
  /** The id of the active session, for the action log. */
  currentId(): string | null;
  /** Rejects with NO_SESSION. */
  expectCurrent(): Promise<SessionState>;
  unfinished(): Promise<readonly UnfinishedSession[]>;
  /** CONFLICT, naming the other one, while a session is open for the project. */
  start(goal: SessionGoal, announce?: Announce): Promise<SessionState>;
  resume(sessionId: string, announce?: Announce): Promise<SessionState>;
  /**
   * Agents may write when it returns; the wrap-up, which finds out what was learned, continues. Ending again returns the stored
   * summary.
   */
  end(request?: EndRequest, announce?: Announce): Promise<SessionSummary>;
  /** The summary of an ended session after its wrap-up. */
  wrappedUp(sessionId: string): Promise<SessionSummary>;
  /** Continues what an earlier run could not finish, once this run is the coach of the project. */
  continueWrapUps(): Promise<void>;
  /** Null during a session, and if none has ended in this run. */
  lastSummary(): Promise<LastSummary | null>;
  /** While it is paused, agents may write. */
  setPaused(isPaused: boolean): Promise<SessionState>;
  /** A hook of Claude Code has asked about this session: only now is known that writes are held. */
  hookReported(): void;
  /** Hooks cannot know of this session any more. */
  protectionLost(): void;
  writes(): WritesStatus;
  close(): Promise<void>;
}

export interface PhaseEditing {
  /** After the last one. */
  createPhase(
    phase: { readonly title: string; readonly description?: string | undefined },
    announce?: Announce,
  ): Promise<PhaseState>;
  /**
   * By the number of the phase. One phase is active: to activate a later one completes it, to go back to an earlier one
   * makes it pending. NOT_FOUND for a number that the plan does not have.
   */
  updatePhase(phase: number, change: PhaseChange, announce?: Announce): Promise<PhaseState>;
  /** A pending phase. CONFLICT for one that has begun: what was done in it belongs to the session. */
  deletePhase(phaseId: string, announce?: Announce): Promise<readonly PhaseState[]>;
  /** A pending phase takes the number of another pending one; those between them move by one. */
  movePhase(phaseId: string, to: number, announce?: Announce): Promise<readonly PhaseState[]>;
  setHintLevel(level: HintLevel, announce?: Announce): Promise<void>;
  /** What was changed since the active phase began; without one, since the session began. */
  phaseDiffs(): Promise<readonly FileDiff[]>;
}

export interface Planning {
  /**
   * Stores the plan with all phases and hints, begins its first phase and shows its hints. Doing it again stores nothing
   * new. NO_SESSION if the session of the plan is not active any more.
   */
  usePlan(plan: CoachPlan): Promise<readonly PhaseState[]>;
  /** Raises the hint level until more of the active phase is shown, and counts it. CONFLICT if there is no more. */
  showMoreHints(announce?: Announce): Promise<void>;
}

/** A plan that the coach made. */
export type CoachPlan = Required<Pick<NewPlan, 'id'>> &
  Pick<NewPlan, 'sessionId' | 'rawPlanText' | 'phases'> & { readonly details: PlanDetails };

/** What the coach shows to the person. Paths are checked and returned as the project spells them. */
export interface Pointing {
  highlightLines(highlight: Highlight): Promise<Highlight>;
  /** Of one file, or all. */
  clearHighlights(path?: string): Promise<void>;
  hintFiles(hints: readonly FileHint[]): Promise<readonly FileHint[]>;
  clearHints(): Promise<void>;
  sendMessage(message: NewCoachMessage): Promise<void>;
  showIssueContext(context: IssueContext): Promise<void>;
  /** Opens the file on the pages. Works without a session. */
  openFile(path: string): Promise<{ readonly path: string }>;
  /** Marks stay with their lines. */
  followText(change: TextChange): Promise<void>;
  marks(): Promise<Marks>;
}

interface TextChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}
