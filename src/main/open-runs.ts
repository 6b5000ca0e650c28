import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { PartState } from '../cli/ports.js';
import type { Settings } from '../config/index.js';
import type { RunHistory, RunStore, RunsSource } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import type { KnownDatabases } from '../storage/index.js';
import { describeUnused } from './describe-unused.js';
import { VERSION } from './version.js';

/** The recorded deliberations of a project. SQLite is loaded, and the file made, when the first one begins. */
export interface OpenedRuns extends RunsSource {
  /** Whether there is a database: to look for something in it is no reason to make one. */
  exists(): Promise<boolean>;
  /** Why the database is not used, if it came with the project or was moved. */
  unused(): Promise<PartState | undefined>;
  readonly history: RunHistory;
  close(): Promise<void>;
}

export interface RunsOptions {
  readonly settings: { readonly storage: Pick<Settings['storage'], 'dataFolder'> };
  readonly known: KnownDatabases;
  readonly logger: Logger;
}

export function openRuns({ settings, known, logger }: RunsOptions): OpenedRuns {
  const file = runsFile(settings);
  const store = openOnce(async () => {
    const { openRunStore } = await import('../council/index.js');
    return openRunStore({ file, version: VERSION, clock: systemClock, logger, known });
  });

  async function open(): Promise<RunStore> {
    const current = store.open();
    const opened = await current;
    if (!opened.isReplaced()) return opened;
    logger.log('warn', 'runs.file_replaced', { file });
    store.forget(current);
    void opened.close().catch(() => undefined);
    return store.open();
  }

  // A link that leads nowhere is there too: opening it reports what is wrong with it.
  const exists = () =>
    lstat(file).then(
      () => true,
      () => false,
    );

  return {
    open,
    exists,
    unused: () => describeUnused(file, known),
    history: {
      pastCalls: async (adapter, model) => ((await exists()) ? (await open()).pastCalls(adapter, model) : undefined),
    },
    async close() {
      const opened = await store.opened()?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function runsFile({ storage }: RunsOptions['settings']): string {
  return path.join(storage.dataFolder, 'runs.db');
}
