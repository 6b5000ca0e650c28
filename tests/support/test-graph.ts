import path from 'node:path';
import type { DecisionGraph, DecisionGraphOptions } from '../../src/decisions/index.js';
import { openDecisionGraph } from '../../src/decisions/index.js';
import type { Clock } from '../../src/kernel/clock.js';
import { createBuiltinEmbedding } from '../../src/semantics/embedding/builtin-embedding.js';
import { GRAPH_SETTINGS } from './deliberation-record.js';
import { scratchFolder } from './scratch-folder.js';

export const builtinEmbedding = createBuiltinEmbedding();

/** A graph over a file of its own, unless one is named. */
export function openTestGraph(options: Partial<DecisionGraphOptions> = {}): Promise<DecisionGraph> {
  return openDecisionGraph({
    file: path.join(scratchFolder('decisions'), 'data', 'decisions.db'),
    embedding: () => builtinEmbedding,
    settings: GRAPH_SETTINGS,
    ...options,
  });
}

/** A clock that stands still until it is moved. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let elapsed = 0;
  const start = Date.UTC(2026, 5, 1);
  return {
    now: () => new Date(start + elapsed),
    elapsed: () => elapsed,
    advance: (ms) => {
      elapsed += ms;
    },
  };
}
