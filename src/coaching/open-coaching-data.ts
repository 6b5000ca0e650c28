import { type Clock, systemClock } from '../kernel/clock.js';
import { type Logger, silentLogger } from '../kernel/logger.js';
import { type ApiCallLog, createApiCallLog } from './action-log/api-call-log.js';
import { type ActionLog, createActionLog } from './action-log/create-action-log.js';
import {
  type CoachingDatabase,
  type CoachingDatabaseOptions,
  openCoachingDatabase,
} from './database/open-coaching-database.js';
import { createRetriedWrites, type RetriedWrites } from './retried-writes.js';
import { type CoachingStore, createCoachingStore } from './store/coaching-store.js';
import type { Timers } from './timers.js';

/** Everything that is kept in `paige.db`. */
export interface CoachingData {
  readonly database: CoachingDatabase;
  readonly store: CoachingStore;
  readonly actionLog: ActionLog;
  readonly apiCallLog: ApiCallLog;
  /** Stores what the action log still has to summarize, then closes the file. */
  close(): Promise<void>;
}

export interface CoachingDataOptions extends CoachingDatabaseOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly timers?: Timers;
  /** Shared with the workspace. */
  readonly writes?: RetriedWrites;
}

export async function openCoachingData({ timers, writes, ...options }: CoachingDataOptions): Promise<CoachingData> {
  const { clock = systemClock, logger = silentLogger } = options;
  const database = await openCoachingDatabase(options);
  const actionLog = createActionLog({
    ...{ database, clock, logger, ...(timers && { timers }) },
    writes: writes ?? createRetriedWrites({ logger }),
  });
  return {
    database,
    store: createCoachingStore({ database, clock }),
    actionLog,
    apiCallLog: createApiCallLog({ database, clock }),
    async close() {
      try {
        await actionLog.close();
      } finally {
        await database.close();
      }
    },
  };
}
