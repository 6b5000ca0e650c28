import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../config/index.js';
import { redactSafely } from '../council/redact.js';
import type { DecisionGraph } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { Redactor } from '../redaction/index.js';
import type { Embedding } from '../semantics/index.js';

/** The decision graph of a project. SQLite is loaded, and the file made, when somebody asks for the first time. */
export interface DecisionsSource {
  /** Rejects with a `StorageError` where the database cannot be used, and tries again at the next call. */
  open(): Promise<DecisionGraph>;
  /** Whether there is a database: to look for something in it is no reason to make one. */
  exists(): Promise<boolean>;
  /** Gives the background work a little time; whoever embeds for it must still be there. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface DecisionsOptions {
  readonly settings: Pick<Settings, 'decisionGraph' | 'storage'>;
  readonly embedding: () => Promise<Embedding | undefined>;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

export function openDecisions({ settings, embedding, redactor, logger }: DecisionsOptions): DecisionsSource {
  let opened: Promise<DecisionGraph> | undefined;

  async function open(): Promise<DecisionGraph> {
    const { openDecisionGraph, withGrowthWatch } = await import('../decisions/index.js');
    const graph = await openDecisionGraph({
      file: decisionsFile(settings),
      settings: settings.decisionGraph,
      embedding,
      redact: redactSafely(redactor, logger),
      logger,
    });
    return withGrowthWatch(graph, { logger, clock: systemClock });
  }

  return {
    open() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    exists: () =>
      stat(decisionsFile(settings)).then(
        () => true,
        () => false,
      ),
    async drain() {
      const graph = await opened?.catch(() => undefined);
      await graph?.drain({ mostMs: DRAINING_MS });
    },
    async close() {
      const graph = await opened?.catch(() => undefined);
      await graph?.close();
    },
  };
}

/** Of the two seconds that the program has for ending; what is left then is done after the next start. */
const DRAINING_MS = 1_200;

export function decisionsFile({ storage }: Pick<Settings, 'storage'>): string {
  return path.join(storage.dataFolder, 'decisions.db');
}
