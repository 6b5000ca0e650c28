import type { Logger } from '../../kernel/logger.js';
import type { ActionLog } from '../action-log/create-action-log.js';
import type { CoachApi } from '../api/create-call-api.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { ModelsView } from '../models-view/models-view.js';
import type { CoachSessions } from '../sessions/coach-sessions.js';
import type { PlanDetails, PlanRequest, PlanRuns } from '../sessions/plan-runs.js';
import type { PhaseState } from '../sessions/session-state.js';
import type { CoachingStore } from '../store/coaching-store.js';
import type { WorkspaceReader } from '../workspace/workspace.js';

export interface PipelineDependencies {
  readonly api: CoachApi;
  readonly runs: PlanRuns;
  readonly memory: Pick<MemoryStore, 'isMemoryAvailable' | 'queryMemories'>;
  readonly sessions: Pick<CoachSessions, 'expectCurrent' | 'usePlan'>;
  readonly store: Pick<CoachingStore, 'assessments' | 'plans'>;
  readonly actionLog: Pick<ActionLog, 'subscribe'>;
  readonly view: Pick<ModelsView, 'expectShown' | 'listFiles' | 'redact'>;
  readonly workspace: Pick<WorkspaceReader, 'readFile' | 'getBuffer'>;
  /** What the project has learned about files: values and critical guidance, one text each. */
  readonly notesFor: (paths: readonly string[]) => Promise<readonly string[]>;
  readonly logger: Logger;
}

/** Turns the plan of an agent into phases with hints for this person. */
export interface Pipeline {
  /**
   * NO_SESSION without an active session; an `ApiCallError` if the model gives no plan, and then nothing is stored. A run
   * that a kill interrupted is continued by the same request, or when its session is resumed. A plan that was finished
   * before the program ended is the answer to the first same request after that: its own answer may not have arrived.
   */
  run(request: PlanRequest, signal?: AbortSignal): Promise<PipelineResult>;
  /** Stops what runs; it is continued by a later start of the program. */
  close(): Promise<void>;
}

export interface PipelineResult extends PlanDetails {
  readonly planId: string;
  readonly phases: readonly PhaseState[];
}
