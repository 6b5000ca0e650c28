import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { redactSafely } from '../council/redact.js';
import type { DecisionGraph, DecisionGraphOptions, Decisions, TrackRecords } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import { openOnce } from '../kernel/open-once.js';
import { UserError } from '../kernel/user-error.js';
import { type DatabasePart, openDatabasePart } from './open-database-part.js';
import type { Similarities } from './open-similarity.js';
import type { PartContext } from './part-context.js';

/** The decision graph of a project. */
export interface DecisionsPart extends DatabasePart<DecisionGraph> {
  /** For questions. Without a database an empty graph outside the project: asking must not create one. */
  openToRead(): Promise<DecisionGraph>;
  /** Gives the background work a little time; its embedding must still be open. */
  drain(): Promise<void>;
}

export function openDecisions(
  { settings, redactor, memory, logger }: PartContext,
  { embedding, fallbackEmbedding }: Pick<Similarities, 'embedding' | 'fallbackEmbedding'>,
): DecisionsPart {
  const open = async (options: Pick<DecisionGraphOptions, 'file' | 'logger'>) =>
    (await import('../decisions/index.js')).openDecisionGraph({
      settings: settings.decisionGraph,
      embedding,
      fallbackEmbedding,
      redact: redactSafely(redactor, logger),
      ...options,
    });
  const part = openDatabasePart({
    name: 'decisions.db',
    memory,
    async open(file) {
      const { withGrowthWatch } = await import('../decisions/index.js');
      return withGrowthWatch(await open({ file, logger }), { logger, clock: systemClock });
    },
  });
  const empty = openOnce(async () => {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'witan-empty-')));
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      return { graph: await open({ file: path.join(folder, 'decisions.db') }), remove };
    } catch (error) {
      await remove();
      throw error;
    }
  });
  return {
    ...part,
    openToRead: async () => ((await part.exists()) ? part.open() : (await empty.open()).graph),
    async drain() {
      await (await part.opened())?.drain({ maxMs: DRAINING_MS });
    },
    async close() {
      await part.close();
      const opened = await empty.opened()?.catch(() => undefined);
      await opened?.graph.close();
      await opened?.remove();
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
export async function openDecisionHistory(
  { decisions, cluster }: OpenDecisionsInput,
  { create = false }: { readonly create?: boolean } = {},
): Promise<Decisions> {
  if (decisions === undefined) {
    throw new UserError('conflict', 'the decision graph is switched off; set decision_graph.enabled to true to use it');
  }
  const graph = await (create ? decisions.open() : decisions.openToRead());
  const { createDecisions } = await import('../decisions/index.js');
  return createDecisions({ graph, cluster, clock: systemClock });
}

/** Undefined if nothing was decided yet or the graph is turned off. */
export async function readTrackRecords(decisions: DecisionsPart | undefined): Promise<TrackRecords | undefined> {
  if (decisions === undefined || !(await decisions.exists())) return undefined;
  const { trackRecords } = await import('../decisions/index.js');
  return trackRecords(await decisions.open());
}
