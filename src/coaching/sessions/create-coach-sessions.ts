import type { Logger } from '../../kernel/logger.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { systemTimers, type Timers } from '../timers.js';
import type { Workbench } from '../workspace/workbench.js';
import type { CoachSessions } from './coach-sessions.js';
import { createLifecycle } from './lifecycle.js';
import { createPhaseEditing } from './phase-editing.js';
import { createPhaseReviews } from './phase-reviews.js';
import { createPlanRuns } from './plan-runs.js';
import { createPlanning } from './planning.js';
import { createPointing } from './pointing.js';
import type { SessionContext } from './session-context.js';
import { createSessionDetails } from './session-details.js';

export interface CoachSessionsOptions
  extends Pick<SessionContext, 'store' | 'actionLog' | 'workspace' | 'clock' | 'announce' | 'note' | 'wrapUps'> {
  readonly workbench: Workbench;
  readonly logger: Logger;
  readonly timers?: Timers;
}

/** No session is active at first: one that an earlier run left open is offered. */
export function createCoachSessions(options: CoachSessionsOptions): CoachSessions {
  const { workbench, logger, timers = systemTimers, ...shared } = options;
  const context: SessionContext = {
    ...shared,
    details: createSessionDetails(workbench),
    planRuns: createPlanRuns(workbench, shared.clock),
    reviews: createPhaseReviews(workbench),
    inOrder: oneAtATime(),
    active: undefined,
    highlights: [],
    fileHints: new Map(),
  };
  const { abandonIdle, ...lifecycle } = createLifecycle(context);
  const stop = timers.every(CHECK_MS, async () => {
    await abandonIdle().catch((error: unknown) => logger.log('error', 'coaching.abandon_failed', { error }));
    await lifecycle
      .continueWrapUps()
      .catch((error: unknown) => logger.log('error', 'coaching.wrap_ups_not_continued', { error }));
  });
  return {
    ...lifecycle,
    ...createPhaseEditing(context),
    ...createPlanning(context),
    ...createPointing(context),
    async close() {
      stop();
      // What was begun is stored before the databases are closed.
      await context.inOrder(async () => undefined);
      await context.wrapUps.close();
    },
  };
}

/** The limit of a new day lets wrap-ups continue. */
const CHECK_MS = 60 * 60 * 1000;
