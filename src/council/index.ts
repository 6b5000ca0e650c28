export type { Estimate, Range } from './budget/estimate.js';
export type { RunHistory } from './budget/run-history.js';
export { checkWorkingDirectory } from './check-request.js';
export type { Council, CouncilDependencies, DeliberateOptions, Estimated, RunsSource } from './council.js';
export { createCouncil } from './create-council.js';
export { parseToolRequests } from './evidence/parse-tool-requests.js';
export type { CouncilMemory, ModelRecord, TrackRecords } from './memory/council-memory.js';
export { choosePanel } from './panel/choose-panel.js';
export type { OnProgress, ProgressEvent } from './progress.js';
export type { TextRedactor } from './redact.js';
export type { DeliberationRequest, Mode, ParticipantRequest, ResumeRequest } from './request.js';
export type {
  DebateEntry,
  DeliberationResult,
  PastDecision,
  RoundVote,
  Summary,
  ToolExecutions,
  VotingResult,
} from './result.js';
export type { Replay } from './runs/replay/replay-record.js';
export { createRuns, type RunList, type Runs } from './runs/runs.js';
export { openRunStore } from './runs/store/open-run-store.js';
export type { RecordedCall, RunRecord, RunStatus } from './runs/store/run-record.js';
export type { RunEntry, RunStore } from './runs/store/run-store.js';
export type { CouncilSettings } from './settings.js';
export { EXTRACTED } from './summary/extract-summary.js';
export { parseVote } from './vote/parse-vote.js';
