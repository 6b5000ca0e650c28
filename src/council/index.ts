export type { Council, CouncilDependencies, DeliberateOptions } from './council.js';
export { createCouncil } from './create-council.js';
export { parseToolRequests, type ToolRequest } from './evidence/parse-tool-requests.js';
export type { CouncilMemory, ModelRecord, Recollection, TrackRecords } from './memory/council-memory.js';
export type { OnProgress, ProgressEvent } from './progress.js';
export type { TextRedactor } from './redact.js';
export type { DeliberationRequest, Mode, ParticipantRequest, Stance } from './request.js';
export type {
  Citation,
  ConvergenceStatus,
  DebateEntry,
  DeliberationResult,
  DeliberationStatus,
  GraphContext,
  Integrity,
  PastDecision,
  RoundVote,
  Summary,
  ToolExecution,
  ToolExecutions,
  VotingResult,
} from './result.js';
export type { CouncilSettings } from './settings.js';
export { parseVote } from './vote/parse-vote.js';
export type { ParsedVote, Vote } from './vote/vote.js';
