import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Settings } from '../config/index.js';
import { redactSafely } from '../council/index.js';
import type { DecisionGraph, DecisionGraphOptions } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { UserError } from '../kernel/user-error.js';
import type { Redactor } from '../redaction/index.js';
import type { Similarities } from '../semantics/open-similarities.js';
import type { ProjectMemory } from '../storage/make-project-memory.js';
import { type LazyDatabase, lazyDatabase } from './lazy-database.js';
import type { Program } from './program.js';

interface DecisionsContext {
  readonly settings: Settings;
  readonly redactor: Redactor;
  readonly memory: ProjectMemory;
  readonly logger: Logger;
  readonly similarities: Pick<Similarities, 'embedding' | 'fallbackEmbedding' | 'cluster'>;
}

type OpenedDecisions = Pick<Program, 'decisions' | 'existingDecisions' | 'trackRecords'> & {
  /** Undefined if decisions are turned off. */
  readonly graph: LazyDatabase<DecisionGraph> | undefined;
  /** Gives the background work a little time; its embedding must still be open. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The decision graph of a project. */
export function openDecisions(context: DecisionsContext, isEnabled: boolean): OpenedDecisions {
  const graph = isEnabled ? lazyGraph(context) : undefined;
  const empty = openOnce(() => openEmptyGraph(context));
  const decisions: Program['decisions'] = async ({ create } = { create: false }) => {
    if (graph === undefined) {
      throw new UserError(
        'conflict',
        'the decision graph is switched off; set decision_graph.enabled to true to use it',
      );
    }
    // Asking must not create a database.
    const isUsed = create || (await graph.exists());
    const opened = isUsed ? await graph.open() : (await empty.open()).graph;
    const { createDecisions } = await import('../decisions/index.js');
    return createDecisions({ graph: opened, cluster: context.similarities.cluster, clock: systemClock });
  };
  const exists = async () => (await graph?.exists()) === true;
  return {
    graph,
    decisions,
    existingDecisions: async () => ((await exists()) ? decisions() : undefined),
    async trackRecords() {
      if (graph === undefined || !(await exists())) return undefined;
      const { trackRecords } = await import('../decisions/index.js');
      return trackRecords(await graph.open());
    },
    async drain() {
      await (await graph?.opened())?.drain({ maxMs: DRAINING_MS });
    },
    async close() {
      await graph?.close();
      const opened = await empty.opened()?.catch(() => undefined);
      await opened?.graph.close();
      await opened?.remove();
    },
  };
}

/** Of the two seconds that the program has for ending; the rest is done after the next start. */
const DRAINING_MS = 1_200;

function lazyGraph(context: DecisionsContext): LazyDatabase<DecisionGraph> {
  const { memory, logger } = context;
  return lazyDatabase({
    name: 'decisions.db',
    memory,
    async open(file) {
      const { withGrowthWatch } = await import('../decisions/index.js');
      return withGrowthWatch(await openGraph({ file, logger }, context), { logger, clock: systemClock });
    },
  });
}

async function openEmptyGraph(context: DecisionsContext) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'witan-empty-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { graph: await openGraph({ file: path.join(folder, 'decisions.db') }, context), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openGraph(
  options: Pick<DecisionGraphOptions, 'file' | 'logger'>,
  { settings, redactor, logger, similarities }: DecisionsContext,
): Promise<DecisionGraph> {
  const { openDecisionGraph } = await import('../decisions/index.js');
  return openDecisionGraph({
    settings: settings.decisionGraph,
    embedding: similarities.embedding,
    fallbackEmbedding: similarities.fallbackEmbedding,
    redact: redactSafely(redactor, logger),
    ...options,
  });
}
