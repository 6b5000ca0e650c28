export type { Action } from './action-log/action.js';
export type { ActionLog, ActionLogEvent } from './action-log/create-action-log.js';
export {
  ApiCallError,
  ApiDailyCapError,
  ApiMaxTokensError,
  ApiNoModelError,
  ApiRefusalError,
} from './api/api-errors.js';
export type { CallApiOptions } from './api/call-api.js';
export type { CoachModels } from './api/coach-models.js';
export { CoachError } from './coach-error.js';
export type { CoachPage } from './coach-page.js';
export { createDashboard, type DashboardDependencies } from './dashboard/create-dashboard.js';
export { createExplaining } from './explain/create-explaining.js';
export type { ChromaServer } from './memory/chroma-server.js';
export type { MemoryEmbedding } from './memory/memory-embedding.js';
export type { Memory, MemoryStore } from './memory/memory-store.js';
export { type MemoryOptions, openMemory } from './memory/open-memory.js';
export { createModelsView } from './models-view/models-view.js';
export { createPromptContext } from './models-view/prompt-context.js';
export { createObserver } from './observer/create-observer.js';
export { createPendingNudges } from './observer/pending-nudges.js';
export { type Closer, type CoachContext, type CoachForAgents, openCoachParts } from './open-coach.js';
export { type CoachingData, type CoachingDataOptions, openCoachingData } from './open-coaching-data.js';
export { type OwnData, openOwnData } from './own-data/own-data.js';
export { createPractice } from './practice/create-practice.js';
export { nudgeSchema } from './sessions/nudge.js';
export { phaseReviewSchema } from './sessions/phase-reviews.js';
export type { SessionSummary } from './sessions/session-state.js';
export type { CoachingStore } from './store/coaching-store.js';
export type { Gap, NewGap } from './store/gaps.js';
export { attemptSchema, type NewKata } from './store/katas.js';
export type { NewPhase, Phase } from './store/phases.js';
export type { Session } from './store/sessions.js';
export type { Timers } from './timers.js';
export { createWrapUps } from './wrap-up/create-wrap-ups.js';
