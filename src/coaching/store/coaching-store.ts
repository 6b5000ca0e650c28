import { type Assessments, createAssessments } from './assessments.js';
import { createFindings, type Findings } from './findings.js';
import { createGaps, type Gaps } from './gaps.js';
import { createKatas, type Katas } from './katas.js';
import { createPhaseHints, type PhaseHints } from './phase-hints.js';
import { createPhases, type Phases } from './phases.js';
import { createPlans, type Plans } from './plans.js';
import { createProgressEvents, type ProgressEvents } from './progress-events.js';
import { createSessions, type Sessions } from './sessions.js';
import type { StoreContext } from './store-context.js';

/** What `paige.db` keeps, one group of operations per table. Every operation is one transaction. */
export interface CoachingStore {
  readonly sessions: Sessions;
  readonly plans: Plans;
  readonly phases: Phases;
  readonly phaseHints: PhaseHints;
  readonly progressEvents: ProgressEvents;
  readonly assessments: Assessments;
  readonly gaps: Gaps;
  readonly katas: Katas;
  readonly findings: Findings;
}

export function createCoachingStore(context: StoreContext): CoachingStore {
  return {
    sessions: createSessions(context),
    plans: createPlans(context),
    phases: createPhases(context),
    phaseHints: createPhaseHints(context),
    progressEvents: createProgressEvents(context),
    assessments: createAssessments(context),
    gaps: createGaps(context),
    katas: createKatas(context),
    findings: createFindings(context),
  };
}
