export { checkWorkingDirectory } from './check-request.js';
export type { CouncilMemory, ModelRecord, Recollection, TrackRecords } from './contract/council-memory.js';
export type { Estimate, PastCalls, Range, RunHistory } from './contract/estimate.js';
export type { OnProgress, ProgressEvent } from './contract/progress.js';
export type { DeliberationRequest, Mode, ParticipantRequest, ResumeRequest, Stance } from './contract/request.js';
export type {
  Citation,
  ConvergenceStatus,
  DebateEntry,
  DeliberationResult,
  DeliberationStatus,
  GraphContext,
  Integrity,
  PastDecision,
  Reason,
  RoundVote,
  Spent,
  Summary,
  ToolExecution,
  ToolExecutions,
  VotingResult,
} from './contract/result.js';
export type { CouncilSettings } from './contract/settings.js';
export type { ParsedVote, Vote } from './contract/vote.js';
export type { Council, CouncilDependencies, DeliberateOptions, Estimated } from './council.js';
export { createCouncil } from './create-council.js';
export { createRuns, type RunList, type Runs } from './create-runs.js';
export { parseToolRequests, type ToolRequest } from './evidence/parse-tool-requests.js';
export { choosePanel } from './panel/choose-panel.js';
export type { TextRedactor } from './redact.js';
export type { Difference, TextDifference } from './replay/compare-values.js';
export type { Replay } from './replay/replay-record.js';
export { openRunStore } from './runs/store/open-run-store.js';
export type { RecordedCall, RunRecord, RunStatus } from './runs/store/run-record.js';
export type { RunEntry, RunStore, RunsSource } from './runs/store/run-store.js';
export { EXTRACTED } from './summary/extract-summary.js';
export { parseVote } from './vote/parse-vote.js';
