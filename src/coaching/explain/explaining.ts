import type { ActionLog } from '../action-log/create-action-log.js';
import type { MeasuringDependencies } from '../api/measure-call.js';
import type { FileCheckDependencies } from '../models-view/file-check.js';
import type { ModelsView } from '../models-view/models-view.js';
import type { CoachSessions } from '../sessions/coach-sessions.js';
import type { PhaseReview } from '../sessions/phase-reviews.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { Workbench } from '../workspace/workbench.js';

/** Help that the person asks for on the page. The answer is announced later: the page does not wait for it. */
export interface Explaining {
  /** Works without a session. */
  explain(request: ExplainRequest, announce: AnnounceHelp): void;
  /** Of what was changed since the active phase began. Throws CONFLICT while another review runs. */
  reviewPhase(announce: AnnounceHelp): void;
  /** The last ones since the coach was started, the oldest first. */
  explanations(): readonly GivenExplanation[];
  /** The last one of each phase of the session. */
  reviews(): Promise<readonly PhaseReview[]>;
  /** Ends what runs. */
  close(): Promise<void>;
}

export interface ExplainRequest {
  /** Of the page, which can close the explanation before it comes. */
  readonly explanationId?: string | undefined;
  readonly path: string;
  readonly language?: string | undefined;
  readonly range?: SelectedRange | undefined;
  readonly selectedText: string;
  /** Without it, lines of the file around the range. */
  readonly surroundingContext?: string | undefined;
}

interface SelectedRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface GivenExplanation {
  readonly explanationId: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Null until the model has answered. */
  readonly answer: ExplainedCode | null;
}

export interface ExplainedCode {
  readonly path: string;
  readonly explanation: string;
  readonly keyConcepts: string[];
  readonly analogy: string | null;
  readonly relatedFiles: string[] | null;
  readonly phaseConnection: string | null;
}

interface HelpEvents {
  readonly 'explain:response': ExplainedCode & { readonly explanationId: string };
  readonly 'explain:error': { readonly path: string; readonly error: string; readonly explanationId: string };
  readonly 'review:phase': PhaseReview;
  readonly 'review:phase_error': { readonly error: string; readonly phaseId?: string | undefined };
}

type AnnounceHelp = (
  ...event: { [Type in keyof HelpEvents]: [type: Type, payload: HelpEvents[Type]] }[keyof HelpEvents]
) => void;

export interface ExplainingDependencies extends MeasuringDependencies {
  readonly store: Pick<CoachingStore, 'assessments' | 'progressEvents'>;
  readonly sessions: Pick<CoachSessions, 'current'>;
  readonly workbench: Workbench;
  readonly actionLog: Pick<ActionLog, 'logAction'>;
  readonly view: Pick<ModelsView, 'expectShown' | 'redact' | 'getPhaseDiffs'>;
  readonly workspace: FileCheckDependencies['workspace'];
  /** Until a call that failed is tried again. */
  readonly retryAfterMs?: number;
}

/** One request. */
export interface HelpContext extends ExplainingDependencies {
  readonly signal: AbortSignal;
}
