export type { Council, CouncilDependencies, DeliberateOptions } from './council.js';
export { createCouncil } from './create-council.js';
export { parseToolRequests, type ToolRequest } from './evidence/parse-tool-requests.js';
export type { OnProgress, ProgressEvent } from './progress.js';
export type { DeliberationRequest, Mode, ParticipantRequest, Stance } from './request.js';
export type {
  ConvergenceStatus,
  DebateEntry,
  DeliberationResult,
  DeliberationStatus,
  Integrity,
  RoundVote,
  Summary,
  VotingResult,
} from './result.js';
export type { CouncilSettings } from './settings.js';
export { parseVote } from './vote/parse-vote.js';
export type { ParsedVote, Vote } from './vote/vote.js';
