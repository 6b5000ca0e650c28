import type {
  ActionType,
  CallType,
  FileHintStyle,
  GapSeverity,
  HintLevel,
  HintType,
  LineHintStyle,
  PhaseStatus,
  ProgressEventType,
  SessionStatus,
  Stage,
} from '../vocabulary.js';

// The tables of `paige.db`. Times are ISO 8601 in UTC; columns that hold JSON say so.

export interface SessionRow {
  readonly id: string;
  readonly project_dir: string;
  /** Null for a session with a goal of the person's own, whose text is the title. */
  readonly issue_number: number | null;
  readonly issue_title: string;
  readonly status: SessionStatus;
  readonly started_at: string;
  readonly ended_at: string | null;
}

export interface PlanRow {
  readonly id: string;
  readonly session_id: string;
  readonly raw_plan_text: string;
  readonly created_at: string;
}

export interface PhaseRow {
  readonly id: string;
  readonly plan_id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly status: PhaseStatus;
  readonly hint_level: HintLevel;
  /** JSON: an array of paths. */
  readonly expected_files: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

export interface PhaseHintRow {
  readonly id: string;
  readonly phase_id: string;
  readonly type: HintType;
  readonly path: string;
  /** Null in a file hint. */
  readonly start_line: number | null;
  readonly end_line: number | null;
  readonly style: FileHintStyle | LineHintStyle;
  readonly hover_text: string | null;
}

/** Skills belong to the person, not to a session. */
export interface DreyfusAssessmentRow {
  readonly id: string;
  readonly skill_area: string;
  readonly stage: Stage;
  readonly confidence: number;
  /** JSON: the last assessments of this skill, newest first. */
  readonly evidence: string;
  readonly assessed_at: string;
}

export interface KnowledgeGapRow {
  readonly id: string;
  /** The session that found the topic last. */
  readonly session_id: string;
  readonly topic: string;
  readonly severity: GapSeverity;
  readonly evidence: string;
  /** JSON: an array of texts. */
  readonly related_concepts: string;
  readonly frequency: number;
  readonly last_encountered_at: string;
  /** 1 after the person closed it. */
  readonly addressed: number;
}

export interface KataSpecRow {
  readonly id: string;
  readonly knowledge_gap_id: string;
  readonly title: string;
  readonly description: string;
  readonly scaffolding_code: string;
  readonly instructor_notes: string;
  /** JSON: an array of constraints. */
  readonly constraints: string;
  /** JSON: an array of attempts, oldest first. */
  readonly user_attempts: string;
}

export interface ProgressEventRow {
  readonly id: string;
  readonly phase_id: string;
  readonly event_type: ProgressEventType;
  /** JSON. */
  readonly data: string | null;
  readonly created_at: string;
}

export interface ActionLogRow {
  readonly id: string;
  /** Null only for explain, review and dashboard, which work without a session. */
  readonly session_id: string | null;
  readonly action_type: ActionType;
  /** JSON. */
  readonly data: string | null;
  readonly created_at: string;
}

export interface ApiCallLogRow {
  readonly id: string;
  /** Null only for explain, review and dashboard, which work without a session. */
  readonly session_id: string | null;
  readonly call_type: CallType;
  readonly model: string;
  readonly input_hash: string;
  /** Null while the call runs or if the program ended during it, -1 if it failed. */
  readonly latency_ms: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  /** US dollars; null if the price of the model is unknown. */
  readonly cost_estimate: number | null;
  readonly created_at: string;
}

export interface CoachingSchema {
  sessions: SessionRow;
  plans: PlanRow;
  phases: PhaseRow;
  phase_hints: PhaseHintRow;
  dreyfus_assessments: DreyfusAssessmentRow;
  knowledge_gaps: KnowledgeGapRow;
  kata_specs: KataSpecRow;
  progress_events: ProgressEventRow;
  action_log: ActionLogRow;
  api_call_log: ApiCallLogRow;
}
