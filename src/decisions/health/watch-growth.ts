import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { fullness, measureGrowth, WARN_FROM } from './graph-health.js';

/** The same graph; now and then it writes into the log how large it is, and warns before it is too large. */
export function withGrowthWatch(
  graph: DecisionGraph,
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
): DecisionGraph {
  let seen: number | undefined;

  async function look(): Promise<void> {
    const decisions = await graph.count();
    // Other processes store decisions too: a hundred may be passed without being met.
    const before = seen ?? decisions - 1;
    seen = decisions;
    const passes = (every: number) => Math.floor(decisions / every) > Math.floor(before / every);
    if (passes(STATS_EVERY)) logger.log('info', 'decisions.stats', { ...(await graph.stats()) });
    if (passes(GROWTH_EVERY)) logger.log('info', 'decisions.growth', { ...(await measureGrowth(graph, clock.now())) });
    if (!passes(WARNING_EVERY)) return;
    const recalled = await graph.count({ archived: 'without' });
    if (recalled >= WARN_FROM) logger.log('warn', 'decisions.nearly_full', { message: fullness(recalled) });
  }

  return {
    ...graph,
    async remember(record, options) {
      const decision = await graph.remember(record, options);
      // The decision is stored: a problem with counting must not look like a failure.
      await look().catch((error: unknown) => logger.log('warn', 'decisions.not_counted', { message: String(error) }));
      return decision;
    },
  };
}

const STATS_EVERY = 100;
const GROWTH_EVERY = 500;
// More often than the figures: a project near the limit stores decisions daily, and once a week is enough for this warning.
const WARNING_EVERY = 25;
