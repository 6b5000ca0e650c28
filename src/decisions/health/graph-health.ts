import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';
import type { DecisionGraph, GraphStats } from '../model/decision-graph.js';

/** damaged: the file must be replaced. attention: something should be done soon. */
export interface GraphHealth {
  readonly status: 'healthy' | 'attention' | 'damaged';
  /** Present and coming problems, each with what helps. */
  readonly problems: readonly string[];
  readonly stats: GraphStats;
  readonly growth: Growth;
}

interface Growth {
  readonly last_7_days: number;
  readonly last_30_days: number;
  readonly per_day: number;
  /** Until there are as many in recall as should be; null where they do not grow towards it. */
  readonly days_until_full: number | null;
}

/** Above this many in recall, old choices crowd out those that still matter. */
const MAX_RECALLED = 5_000;
const WARN_FROM = 4_500;
const ARCHIVE_COMMAND = 'witan decisions archive --older-than 365d';

/** Looks at everything: the file's integrity is checked, which takes a while for a large one. */
export async function examineGraph(graph: DecisionGraph, now: Date): Promise<GraphHealth> {
  const faults = await graph.check();
  const damage = faults.map((fault) =>
    fault.includes('decisions import') ? fault : `the database is damaged: ${fault}; ${FIX}`,
  );
  const { stats, growth } = await measure(graph, now).catch((error: unknown) => {
    // A damaged file may not even be counted: what to do about it is then all there is to say.
    throw damage[0] === undefined ? error : new UserError('internal_error', damage[0]);
  });
  const recalled = stats.decisions - stats.archived;
  const problems = [...damage, ...(recalled >= WARN_FROM ? [fullness(recalled)] : [])];
  const status = faults.length > 0 ? 'damaged' : problems.length > 0 ? 'attention' : 'healthy';
  return { status, problems, stats, growth };
}

const FIX = 'move it away with its -wal and -shm files, then run `witan decisions import transcripts`';

async function measure(graph: DecisionGraph, now: Date) {
  return { stats: await graph.stats(), growth: await measureGrowth(graph, now) };
}

function fullness(recalled: number): string {
  return `${recalled} decisions are in recall, ${MAX_RECALLED} are a good many; \`${ARCHIVE_COMMAND}\` takes old ones out and keeps them`;
}

async function measureGrowth(graph: Pick<DecisionGraph, 'count'>, now: Date): Promise<Growth> {
  const since = (days: number) => graph.count({ since: new Date(now.getTime() - days * DAY_MS) });
  const [week, month, recalled] = [await since(7), await since(30), await graph.count({ archived: 'without' })];
  const perDay = month / 30;
  const left = MAX_RECALLED - recalled;
  return {
    last_7_days: week,
    last_30_days: month,
    per_day: Math.round(perDay * 100) / 100,
    days_until_full: perDay > 0 && left > 0 ? Math.ceil(left / perDay) : null,
  };
}

const DAY_MS = 86_400_000;

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
