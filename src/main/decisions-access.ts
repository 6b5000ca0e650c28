import type { Decisions } from '../decisions/index.js';
import { systemClock } from '../kernel/clock.js';
import { UserError } from '../kernel/user-error.js';
import type { DecisionsAccess } from '../mcp/index.js';
import type { Program } from './compose.js';
import type { ProgramSource } from './program-source.js';

/** The decision graph for the server's tools. */
export function createDecisionsAccess(source: ProgramSource): DecisionsAccess {
  return {
    async isEnabled() {
      try {
        return (await source.open()).decisions !== undefined;
      } catch {
        // A configuration that cannot be read: the call itself says what is wrong with it.
        return true;
      }
    },
    open: async () => openDecisionsOf(await source.open()),
    async trackRecords() {
      const { decisions } = await source.open();
      if (decisions === undefined || !(await decisions.exists())) return undefined;
      const [graph, { trackRecords }] = [await decisions.open(), await import('../decisions/index.js')];
      return trackRecords(graph);
    },
  };
}

/** Rejects with a `UserError` where the configuration turns the decision graph off or its database cannot be used. */
export async function openDecisionsOf({
  decisions,
  cluster,
}: Pick<Program, 'decisions' | 'cluster'>): Promise<Decisions> {
  if (decisions === undefined) {
    throw new UserError('conflict', 'the decision graph is switched off; set decision_graph.enabled to true to use it');
  }
  const graph = await decisions.open();
  const { createDecisions } = await import('../decisions/index.js');
  return createDecisions({ graph, cluster, clock: systemClock });
}
