import type { PartState } from '../cli/ports.js';
import type { Settings } from '../config/index.js';
import { formatCount } from '../kernel/format-count.js';
import type { Program } from './compose.js';
import { describeUnused } from './describe-unused.js';
import { decisionsFile } from './open-decisions.js';

/** The decision graph as the doctor sees it. Only looks: makes no database and starts no background work. */
export async function describeDecisions({
  settings,
  decisions,
  known,
}: Pick<Program, 'settings' | 'decisions' | 'known'>): Promise<PartState> {
  if (decisions === undefined) return { state: 'note', text: 'switched off (decision_graph.enabled)' };
  if (!(await decisions.exists())) return { state: 'ok', text: 'nothing decided yet; made with the first decision' };
  const unused = await describeUnused(decisionsFile(settings), known);
  if (unused !== undefined) return unused;
  const { createDecisions, openDecisionGraph } = await import('../decisions/index.js');
  const { systemClock } = await import('../kernel/clock.js');
  const { StorageError } = await import('../storage/index.js');
  const graph = await openDecisionGraph({
    file: decisionsFile(settings),
    settings: settings.decisionGraph,
    embedding: async () => undefined,
    known,
    readOnly: true,
  }).catch((error: unknown) => {
    if (error instanceof StorageError && error.fault === 'older') return undefined;
    throw error;
  });
  if (graph === undefined) return { state: 'ok', text: 'of an earlier version; brought up to date by its next use' };
  try {
    const decided = createDecisions({ graph, clock: systemClock, cluster: clustersNothing });
    return stateOf(await decided.health());
  } finally {
    await graph.close();
  }
}

/** What databases are opened with. Without it a graph that is wanted cannot work. */
export async function describeSqlite({ decisionGraph }: Pick<Settings, 'decisionGraph'>): Promise<PartState> {
  const { sqliteDriver, StorageError } = await import('../storage/index.js');
  try {
    const { name, version } = sqliteDriver();
    return { state: 'ok', text: `${name} (SQLite ${version})` };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { state: decisionGraph.enabled ? 'broken' : 'note', text: error.message };
  }
}

type Health = Awaited<ReturnType<import('../decisions/index.js').Decisions['health']>>;

function stateOf({ status, problems, stats }: Health): PartState {
  const facts = [
    formatCount(stats.decisions, 'decision'),
    ...(stats.archived > 0 ? [`${stats.archived} archived`] : []),
    formatCount(stats.outcomes, 'outcome'),
    ...(stats.unlinked > 0 ? [`${stats.unlinked} still to be linked`] : []),
    `${(stats.fileBytes / 1024 / 1024).toFixed(1)} MB`,
  ].join(', ');
  if (status === 'healthy') return { state: 'ok', text: `${facts}, intact` };
  return { state: status === 'damaged' ? 'broken' : 'note', text: `${facts}; ${problems.join('; ')}` };
}

async function clustersNothing(): Promise<never> {
  throw new Error('the doctor looks for no topics');
}
