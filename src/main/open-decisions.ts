import path from 'node:path';
import { redactSafely } from '../council/redact.js';
import type { DecisionGraph, Decisions, TrackRecords } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import { UserError } from '../kernel/user-error.js';
import { type DatabasePart, openDatabasePart } from './open-database-part.js';
import type { Similarities } from './open-similarity.js';
import type { PartContext } from './part-context.js';

/** The decision graph of a project. */
export interface DecisionsPart extends DatabasePart<DecisionGraph> {
  readonly file: string;
  /** Gives the background work a little time; its embedding must still be open. */
  drain(): Promise<void>;
}

export function openDecisions(
  { settings, redactor, known, logger }: PartContext,
  { embedding, fallbackEmbedding }: Pick<Similarities, 'embedding' | 'fallbackEmbedding'>,
): DecisionsPart {
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
  readonly cluster: Similarities['cluster'];
}

/** Rejects with a `UserError` if the configuration turns the decision graph off or its database cannot be used. */
export async function openDecisionHistory({ decisions, cluster }: OpenDecisionsInput): Promise<Decisions> {
  if (decisions === undefined) {
    throw new UserError('conflict', 'the decision graph is switched off; set decision_graph.enabled to true to use it');
  }
  const graph = await decisions.open();
  const { createDecisions } = await import('../decisions/index.js');
  return createDecisions({ graph, cluster, clock: systemClock });
}

/** Undefined if nothing was decided yet or the graph is turned off. */
export async function readTrackRecords(decisions: DecisionsPart | undefined): Promise<TrackRecords | undefined> {
  if (decisions === undefined || !(await decisions.exists())) return undefined;
  const { trackRecords } = await import('../decisions/index.js');
  return trackRecords(await decisions.open());
}
