// The values that fields of this domain accept. Without imports, so that entry points can use them without loading the domain.

export type SessionStatus = 'active' | 'completed' | 'abandoned';

export const PHASE_STATUSES = ['pending', 'active', 'complete'] as const;
export type PhaseStatus = (typeof PHASE_STATUSES)[number];

/** How much the coach points out by itself: nothing, the file, the region in it, or the line. */
export const HINT_LEVELS = ['none', 'file', 'region', 'line'] as const;
export type HintLevel = (typeof HINT_LEVELS)[number];

export type HintType = 'file' | 'line';

export const FILE_HINT_STYLES = ['suggested', 'important', 'critical'] as const;
export type FileHintStyle = (typeof FILE_HINT_STYLES)[number];

export const LINE_HINT_STYLES = ['hint', 'focus', 'warning'] as const;
export type LineHintStyle = (typeof LINE_HINT_STYLES)[number];

export const MESSAGE_TYPES = ['info', 'hint', 'success', 'warning'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** What a model can ask about a session. */
export const STATE_ITEMS = [
  'open_files',
  'buffers',
  'diffs',
  'phase',
  'plan',
  'progress',
  'hints',
  'session',
  'dreyfus',
] as const;
export type StateItem = (typeof STATE_ITEMS)[number];

/** Whether writes of agents are held; they are protected only after a hook has reported. */
export const WRITES_STATUSES = ['held', 'paused', 'not_protected', 'no_session'] as const;
export type WritesStatus = (typeof WRITES_STATUSES)[number];

/** The stages of the Dreyfus model, lowest first. */
export const STAGES = ['novice', 'advanced_beginner', 'competent', 'proficient', 'expert'] as const;
export type Stage = (typeof STAGES)[number];

export type GapSeverity = 'low' | 'medium' | 'high';

export type ProgressEventType = 'hint_used' | 'hint_escalated' | 'review_requested' | 'review_passed';

/** What `action_log` records. */
export const ACTION_TYPES = [
  'file_open',
  'file_save',
  'file_close',
  'buffer_summary',
  'buffer_significant_change',
  'tab_switch',
  'selection',
  'hint_level_change',
  'explain_requested',
  'explain_completed',
  'review_requested',
  'review_completed',
  'idle_start',
  'idle_end',
  'session_started',
  'session_resumed',
  'session_ended',
  'phase_started',
  'phase_completed',
  'coaching_message',
  'coaching_pipeline',
  'nudge_sent',
  'nudge_suppressed',
  'observer_muted',
  'mcp_tool_call',
  'decorations_applied',
  'file_hints_applied',
  'dashboard_loaded',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** What the observer notices. */
export const SIGNALS = ['wrong_file', 'scope_drift', 'idle', 'phase_complete', 'edit_loop', 'test_failing'] as const;
export type Signal = (typeof SIGNALS)[number];

/** What `api_call_log` records: the purposes of calls to a model. */
export type CallType =
  | 'memory_retrieval_filter'
  | 'coach_agent'
  | 'knowledge_gap_extraction'
  | 'dreyfus_assessment'
  | 'memory_summarisation'
  | 'observer_triage'
  | 'explain_this'
  | 'practice_review'
  | 'phase_review'
  | 'council_question'
  | 'issue_assessment'
  | 'learning_materials';

/** What `connection:error` and the MCP tools report. */
export const ERROR_CODES = [
  'INVALID_JSON',
  'INVALID_MESSAGE',
  'NOT_FOUND',
  'FORBIDDEN_PATH',
  'TOO_LARGE',
  'BINARY_FILE',
  'NO_SESSION',
  'CONFLICT',
  'RATE_LIMITED',
  'NOT_IMPLEMENTED',
  'INTERNAL_ERROR',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
