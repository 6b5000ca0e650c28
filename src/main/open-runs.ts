import path from 'node:path';
import type { RunHistory, RunStore } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { KnownDatabases } from '../storage/index.js';
import { VERSION } from './installation.js';
import { type DatabasePart, openDatabasePart } from './open-database-part.js';

/** Recorded deliberations. */
export interface RunsPart extends DatabasePart<RunStore> {
  readonly history: RunHistory;
}

export interface RunsOptions {
  readonly dataFolder: string;
  readonly known: KnownDatabases;
  readonly logger: Logger;
}

export function openRuns({ dataFolder, known, logger }: RunsOptions): RunsPart {
  const file = path.join(dataFolder, 'runs.db');
  const part = openDatabasePart({
    name: 'runs',
    file,
    known,
    logger,
    async open() {
      const { openRunStore } = await import('../council/index.js');
      return openRunStore({ file, version: VERSION, clock: systemClock, logger, known });
    },
  });
  return {
    ...part,
    history: {
      pastCalls: async (adapter, model) =>
        (await part.exists()) ? (await part.open()).pastCalls(adapter, model) : undefined,
    },
  };
}
