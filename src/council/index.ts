export { checkWorkingDirectory } from './check-request.js';
export type { Council, DeliberateOptions, Estimated, TextRedactor } from './contract/council.js';
export type { CouncilMemory, ModelRecord, TrackRecords } from './contract/council-memory.js';
export type { Estimate, Range, RunHistory } from './contract/estimate.js';
export type { OnProgress, ProgressEvent } from './contract/progress.js';
export type { DeliberationRequest, Mode, ParticipantRequest, ResumeRequest } from './contract/request.js';
export type {
  DebateEntry,
  DeliberationResult,
  PastDecision,
  RoundVote,
  ToolExecutions,
  VotingResult,
} from './contract/result.js';
export type { CouncilSettings } from './contract/settings.js';
export { createCouncil } from './create-council.js';
export { createRuns, type RunList, type Runs } from './create-runs.js';
export { createDecisionMemory } from './decision-memory.js';
export type { DemoOptions } from './demo-council.js';
export { parseToolRequests } from './evidence/parse-tool-requests.js';
export type { ExportedDeliberation } from './export/collect-export.js';
export { renderMarkdown } from './export/render-markdown.js';
export type { FollowedRun } from './follow/follow-run.js';
export { openCouncil, projectWarnings } from './open-council.js';
export { choosePanel } from './panel/choose-panel.js';
export { redactSafely } from './redact.js';
export type { Replay } from './replay/replay-record.js';
export type { CouncilDependencies } from './resume-deliberation.js';
export { openRunStore } from './runs/store/open-run-store.js';
export type { RecordedCall, RunRecord, RunStatus } from './runs/store/run-record.js';
export type { RunEntry, RunStore } from './runs/store/run-store.js';
export { withDemoRuns } from './runs-with-demos.js';
export { formatTally } from './view/format-tally.js';
export { shortNames } from './view/short-names.js';
export { verdictRows, whyPartial, withoutDebate } from './view/verdict-rows.js';
export { parseVote } from './vote/parse-vote.js';
