import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../config/index.js';
import type { RunHistory, RunStore, RunsSource } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { VERSION } from './version.js';

/** The recorded deliberations of a project. SQLite is loaded, and the file made, when the first one begins. */
export interface OpenedRuns extends RunsSource {
  /** Whether there is a database: to look for something in it is no reason to make one. */
  exists(): Promise<boolean>;
  readonly history: RunHistory;
  close(): Promise<void>;
}

export interface RunsOptions {
  readonly settings: Pick<Settings, 'storage'>;
  readonly logger: Logger;
}

export function openRuns({ settings, logger }: RunsOptions): OpenedRuns {
  const file = path.join(settings.storage.dataFolder, 'runs.db');
  let opened: Promise<RunStore> | undefined;

  function openOnce(): Promise<RunStore> {
    opened ??= openStore().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function openStore(): Promise<RunStore> {
    const { openRunStore } = await import('../council/index.js');
    return openRunStore({ file, version: VERSION, clock: systemClock, logger });
  }

  async function open(): Promise<RunStore> {
    const current = openOnce();
    const store = await current;
    if (!store.isReplaced()) return store;
    logger.log('warn', 'runs.file_replaced', { file });
    // Another caller may have noticed it first.
    if (opened === current) opened = undefined;
    void store.close().catch(() => undefined);
    return openOnce();
  }

  // A link that leads nowhere is there too: whoever opens it says what is wrong with it.
  const exists = () =>
    lstat(file).then(
      () => true,
      () => false,
    );

  return {
    open,
    exists,
    history: {
      pastCalls: async (adapter, model) => ((await exists()) ? (await open()).pastCalls(adapter, model) : undefined),
    },
    async close() {
      const store = await opened?.catch(() => undefined);
      await store?.close();
    },
  };
}
