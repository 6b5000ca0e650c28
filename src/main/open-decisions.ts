import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../config/index.js';
import { redactSafely } from '../council/redact.js';
import type { DecisionGraph } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import type { Redactor } from '../redaction/index.js';
import type { Embedding } from '../semantics/index.js';
import type { KnownDatabases } from '../storage/index.js';

/** The decision graph of a project. SQLite is loaded, and the file made, when it is first asked for. */
export interface DecisionsSource {
  /**
   * To be asked for each use: a database that was removed or replaced since is opened again. Rejects with a
   * `StorageError` where it cannot be used, and tries again at the next call.
   */
  open(): Promise<DecisionGraph>;
  /** Whether there is a database: to look for something in it is no reason to make one. */
  exists(): Promise<boolean>;
  /** Gives the background work a little time; what embeds for it must still be open. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface DecisionsOptions {
  readonly settings: Pick<Settings, 'decisionGraph' | 'storage'>;
  readonly embedding: () => Promise<Embedding | undefined>;
  readonly fallbackEmbedding?: () => Promise<Embedding | undefined>;
  readonly redactor: Redactor;
  readonly known: KnownDatabases;
  readonly logger: Logger;
}

export function openDecisions(options: DecisionsOptions): DecisionsSource {
  const { settings, embedding, fallbackEmbedding, redactor, known, logger } = options;
  const source = openOnce(async (): Promise<DecisionGraph> => {
    const { openDecisionGraph, withGrowthWatch } = await import('../decisions/index.js');
    const graph = await openDecisionGraph({
      file: decisionsFile(settings),
      settings: settings.decisionGraph,
      embedding,
      ...(fallbackEmbedding !== undefined && { fallbackEmbedding }),
      redact: redactSafely(redactor, logger),
      known,
      logger,
    });
    return withGrowthWatch(graph, { logger, clock: systemClock });
  });

  return {
    async open() {
      const current = source.open();
      const graph = await current;
      if (!graph.isReplaced()) return graph;
      logger.log('warn', 'decisions.file_replaced', { file: decisionsFile(settings) });
      source.forget(current);
      void graph.close().catch(() => undefined);
      return source.open();
    },
    exists: () =>
      // A link that leads nowhere is there too: opening it reports what is wrong with it.
      lstat(decisionsFile(settings)).then(
        () => true,
        () => false,
      ),
    async drain() {
      const graph = await source.opened()?.catch(() => undefined);
      await graph?.drain({ mostMs: DRAINING_MS });
    },
    async close() {
      const graph = await source.opened()?.catch(() => undefined);
      await graph?.close();
    },
  };
}

/** Of the two seconds that the program has for ending; what is left then is done after the next start. */
const DRAINING_MS = 1_200;

export function decisionsFile({ storage }: Pick<Settings, 'storage'>): string {
  return path.join(storage.dataFolder, 'decisions.db');
}
