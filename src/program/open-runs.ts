import path from 'node:path';
import type { RunHistory, RunStore } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import { VERSION } from '../kernel/installation.js';
import { type DatabasePart, openDatabasePart } from './lazy-database.js';
import type { PartContext } from './part-context.js';

/** Recorded deliberations. */
export interface RunsPart extends DatabasePart<RunStore> {
  readonly history: RunHistory;
}

export function openRuns(dataFolder: string, { known, logger }: Pick<PartContext, 'known' | 'logger'>): RunsPart {
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
