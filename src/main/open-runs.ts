import type { RunHistory, RunStore } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import { VERSION } from './installation.js';
import { type DatabasePart, openDatabasePart } from './open-database-part.js';
import type { PartContext } from './part-context.js';

/** Recorded deliberations. */
export interface RunsPart extends DatabasePart<RunStore> {
  readonly history: RunHistory;
}

type RunsContext = Pick<PartContext, 'projectFolder' | 'logger'> & {
  readonly memory: Pick<PartContext['memory'], 'find' | 'make' | 'former'>;
};

export function openRuns({ memory, projectFolder, logger }: RunsContext): RunsPart {
  const part = openDatabasePart({
    name: 'runs.db',
    memory,
    async open(file) {
      const { openRunStore } = await import('../council/index.js');
      const moved = { from: memory.former(), to: projectFolder };
      return openRunStore({ file, version: VERSION, clock: systemClock, logger, moved });
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
