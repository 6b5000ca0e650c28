import path from 'node:path';
import type { Settings } from '../config/index.js';
import { redactSafely } from '../council/redact.js';
import type { DecisionGraph, Decisions, TrackRecords } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { UserError } from '../kernel/user-error.js';
import type { Redactor } from '../redaction/index.js';
import type { Embedding, Semantics } from '../semantics/index.js';
import type { KnownDatabases } from '../storage/index.js';
import { type DatabasePart, openDatabasePart } from './open-database-part.js';

/** The decision graph of a project. */
export interface DecisionsPart extends DatabasePart<DecisionGraph> {
  readonly file: string;
  /** Gives the background work a little time; its embedding must still be open. */
  drain(): Promise<void>;
}

export interface DecisionsOptions {
  readonly settings: Pick<Settings, 'decisionGraph' | 'storage'>;
  readonly embedding: () => Promise<Embedding | undefined>;
  readonly fallbackEmbedding: () => Promise<Embedding | undefined>;
  readonly redactor: Redactor;
  readonly known: KnownDatabases;
  readonly logger: Logger;
}

export function openDecisions(options: DecisionsOptions): DecisionsPart {
  const { settings, embedding, fallbackEmbedding, redactor, known, logger } = options;
  const file = path.join(settings.storage.dataFolder, 'decisions.db');
  const part = openDatabasePart({
    name: 'decisions',
    file,
    known,
    logger,
    async open() {
      const { openDecisionGraph, withGrowthWatch } = await import('../decisions/index.js');
      const graph = await openDecisionGraph({
        file,
        settings: settings.decisionGraph,
        embedding,
        fallbackEmbedding,
        redact: redactSafely(redactor, logger),
        known,
        logger,
      });
      return withGrowthWatch(graph, { logger, clock: systemClock });
    },
  });
  return {
    ...part,
    file,
    async drain() {
      await (await part.opened())?.drain({ maxMs: DRAINING_MS });
    },
  };
}

/** Of the two seconds that the program has for ending; the rest is done after the next start. */
const DRAINING_MS = 1_200;

interface OpenDecisionsInput {
  /** Undefined if the decision graph is turned off. */
  readonly decisions: DecisionsPart | undefined;
  readonly cluster: Semantics['cluster'];
}

/** Rejects with a `UserError` if the configuration turns the decision graph off or its database cannot be used. */
export async function openDecisionsOf({ decisions, cluster }: OpenDecisionsInput): Promise<Decisions> {
  if (decisions === undefined) {
    throw new UserError('conflict', 'the decision graph is switched off; set decision_graph.enabled to true to use it');
  }
  const graph = await decisions.open();
  const { createDecisions } = await import('../decisions/index.js');
  return createDecisions({ graph, cluster, clock: systemClock });
}

/** Undefined if nothing was decided yet or the graph is turned off. */
export async function trackRecordsOf(decisions: DecisionsPart | undefined): Promise<TrackRecords | undefined> {
  if (decisions === undefined || !(await decisions.exists())) return undefined;
  const { trackRecords } = await import('../decisions/index.js');
  return trackRecords(await decisions.open());
}
