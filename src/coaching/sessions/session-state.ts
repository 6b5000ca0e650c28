import type { Phase } from '../store/phases.js';
import type {
  FileHintStyle,
  HintLevel,
  LineHintStyle,
  MessageType,
  PhaseStatus,
  SessionStatus,
} from '../vocabulary.js';
import type { Nudge } from './nudge.js';
import type { PhaseReview } from './phase-reviews.js';
import type { PlanDetails } from './plan-runs.js';

/** An active session, as pages and tools see it. */
export interface SessionState {
  readonly sessionId: string;
  readonly issueContext: IssueContext;
  /** In order; at most one is active. */
  readonly phases: readonly PhaseState[];
  /** Null while phases are typed by hand. */
  readonly plan: PlanState | null;
  readonly hintLevel: HintLevel;
  /** How often the person asked for one more hint in the active phase. */
  readonly hintsUsed: number;
  /** While it is paused, an agent may write. */
  readonly isPaused: boolean;
}

export type PhaseState = Pick<
  Phase,
  'id' | 'number' | 'title' | 'description' | 'status' | 'hintLevel' | 'expectedFiles'
>;

/** What is known about a plan that the coach made. */
interface PlanState extends PlanDetails {
  readonly planId: string;
}

/** What the session is about: an issue, or a goal of the person's own, which has no number. */
export interface IssueContext {
  readonly number: number | null;
  readonly title: string;
  readonly summary: string;
  readonly labels: readonly string[];
  readonly url: string | null;
}

/** One of them is needed. */
export interface SessionGoal {
  readonly issueNumber?: number | undefined;
  /** The title of the issue, or what the person wants to do. */
  readonly goal?: string | undefined;
}

/** A session that another run of the coach left open: it can be resumed or ended. */
export interface UnfinishedSession {
  readonly id: string;
  readonly issueNumber: number | null;
  readonly issueTitle: string;
  readonly startedAt: string;
}

export interface SessionSummary {
  readonly sessionId: string;
  readonly sessionStatus: Exclude<SessionStatus, 'active'>;
  readonly durationMs: number;
  readonly phasesCompleted: number;
  readonly knowledgeGaps: number;
  readonly kataSpecs: number;
  readonly dreyfusUpdates: number;
  readonly memoriesStored: number;
  /** What was counted; missing until the wrap-up has finished. */
  readonly details?: SummaryDetails | undefined;
}

interface SummaryDetails {
  readonly gaps: readonly { readonly topic: string; readonly severity: string }[];
  readonly katas: readonly { readonly title: string; readonly topic: string }[];
  readonly skills: readonly {
    readonly skillArea: string;
    readonly stage: string;
    readonly previousStage: string | null;
  }[];
  readonly memories: readonly string[];
  /** What could not be done, one sentence each. */
  readonly problems: readonly string[];
  /** No model was asked, because there is none. */
  readonly isDemo?: boolean | undefined;
}

/** Without an id, the active session ends. */
export interface EndRequest {
  readonly sessionId?: string | undefined;
  /** What happened, as an agent tells it. Without it, the coach tells it from what it has seen. */
  readonly transcript?: string | undefined;
}

/** The session that ended last, as it was announced; `completed` is null while its wrap-up runs. */
export interface LastSummary {
  readonly ended: SessionEvents['session:ended'];
  readonly completed: SessionEvents['session:completed'] | null;
}

export interface PhaseChange {
  readonly status?: PhaseStatus | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

export interface Highlight {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly style: LineHintStyle;
  readonly hoverText?: string | undefined;
}

export interface FileHint {
  readonly path: string;
  readonly style: FileHintStyle;
  readonly directories?: readonly string[] | undefined;
}

export interface NewCoachMessage {
  readonly message: string;
  readonly type: MessageType;
  /** Where in a file it belongs. */
  readonly anchor?:
    | { readonly path: string; readonly startLine: number; readonly endLine?: number | undefined }
    | undefined;
}

export interface CoachMessage extends NewCoachMessage {
  readonly sentAt: string;
}

/** What the coach points at and has said: a page that connects gets it. */
export interface Marks {
  readonly highlights: readonly Highlight[];
  readonly fileHints: readonly FileHint[];
  /** The oldest first. */
  readonly messages: readonly CoachMessage[];
}

/** A file for the page. It has the whole text: nothing of it is for a model. */
export interface ShownFile {
  readonly path: string;
  readonly content: string;
  readonly language: string;
  readonly lineCount: number;
  readonly version: string | null;
  readonly unsaved?: { readonly content: string; readonly version: string | null } | undefined;
}

/** A question to the council, when it starts and when it has ended. */
export interface CouncilAnswer {
  readonly question: string;
  readonly status: 'running' | 'done' | 'failed';
  /** One sentence: the verdict, or why there is none. */
  readonly text: string;
  readonly deliberationId: string | null;
}

export interface ObserverStatus {
  readonly active: boolean;
  readonly muted: boolean;
  readonly lastEvaluation: string | null;
}

/** What pages get to know, by the type of the message. */
export interface SessionEvents {
  readonly 'session:started': SessionState & { readonly openFiles: readonly string[] };
  readonly 'session:resumed': {
    readonly restoredState: SessionState;
    readonly messages: readonly CoachMessage[];
    readonly reviews: readonly PhaseReview[];
  };
  readonly 'hints:level': { readonly level: HintLevel; readonly hintsUsed?: number };
  readonly 'session:ended': {
    readonly summary: Pick<SessionSummary, 'sessionId' | 'durationMs' | 'phasesCompleted'>;
  };
  readonly 'session:completed': Omit<SessionSummary, 'sessionStatus' | 'durationMs' | 'phasesCompleted'>;
  readonly 'coaching:phase_update': {
    readonly phase: PhaseState;
    readonly status: PhaseStatus;
    readonly description: string;
  };
  readonly 'coaching:plan_ready': PlanState & { readonly phases: readonly PhaseState[] };
  readonly 'coaching:phases': { readonly phases: readonly PhaseState[] };
  readonly 'coaching:message': CoachMessage;
  readonly 'coaching:issue_context': IssueContext;
  readonly 'council:answer': CouncilAnswer;
  readonly 'observer:nudge': Nudge;
  readonly 'observer:nudge_closed': { readonly nudgeId: string };
  readonly 'observer:status': ObserverStatus;
  readonly 'editor:open_file': ShownFile;
  readonly 'editor:highlight_lines': Highlight;
  readonly 'editor:clear_highlights': { readonly path?: string | undefined };
  readonly 'explorer:hint_files': { readonly hints: readonly FileHint[] };
  readonly 'explorer:clear_hints': Readonly<Record<string, never>>;
}

type SessionEvent = {
  [Type in keyof SessionEvents]: [type: Type, payload: SessionEvents[Type]];
}[keyof SessionEvents];

/** Tells all pages. */
export type Announce = (...event: SessionEvent) => void;
