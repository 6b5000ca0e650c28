import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Decisions } from '../../decisions/index.js';
import { systemClock } from '../../kernel/clock.js';
import { formatCount } from '../../kernel/format-count.js';
import type { Program } from '../../program/program.js';
import type { PartState } from './finding.js';

// The lines of `witan doctor` about the parts of a program. They only look: no database is created, and no background
// work is started.

type Settings = Program['settings'];

export function describeEvidence({ evidence }: Settings): PartState {
  if (!evidence.enabled)
    return {
      state: 'note',
      text: 'off, so participants cannot look at the project',
      remedy: 'set evidence.enabled to true in a config file',
    };
  const own = "participants' requests are answered by our own read-only code; no program is run for them";
  return {
    state: 'ok',
    text: evidence.nativeTools ? `${own}; CLI participants may also use their own read-only tools` : own,
  };
}

/** The decision graph as the doctor sees it. Only looks: makes no database and starts no background work. */
export async function describeDecisions(program: Pick<Program, 'settings' | 'memory'>): Promise<PartState> {
  const { settings } = program;
  if (!settings.decisionGraph.enabled) return { state: 'note', text: 'switched off (decision_graph.enabled)' };
  const file = path.join(program.memory.find() ?? '', 'decisions.db');
  if (program.memory.find() === undefined || !existsSync(file)) {
    return { state: 'ok', text: 'nothing decided yet; made with the first decision' };
  }
  const { createDecisions, openDecisionGraph } = await import('../../decisions/index.js');
  const { StorageError } = await import('../../storage/index.js');
  const graph = await openDecisionGraph({
    file,
    settings: settings.decisionGraph,
    embedding: async () => undefined,
    readOnly: true,
  }).catch((error: unknown) => {
    if (error instanceof StorageError && error.fault === 'older') return undefined;
    throw error;
  });
  if (graph === undefined) return { state: 'ok', text: 'of an earlier version; brought up to date by its next use' };
  try {
    const decided = createDecisions({ graph, clock: systemClock, cluster: clustersNothing });
    return decisionsState(await decided.health());
  } finally {
    await graph.close();
  }
}

/** What databases are opened with. Without it a graph that is wanted cannot work. */
export async function describeSqlite({ decisionGraph }: Pick<Settings, 'decisionGraph'>): Promise<PartState> {
  const { sqliteDriver, StorageError } = await import('../../storage/index.js');
  try {
    const { name, version } = sqliteDriver();
    return { state: 'ok', text: `${name} (SQLite ${version})` };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { state: decisionGraph.enabled ? 'broken' : 'note', text: error.message };
  }
}

type Health = Awaited<ReturnType<Decisions['health']>>;

function decisionsState({ status, problems, stats }: Health): PartState {
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

/** Journal and learning as the doctor sees them. Only looks: where there is nothing yet, nothing is made. */
export async function describeJournal(program: Pick<Program, 'entries'>): Promise<PartState> {
  const { active, orphans, unsaved, foreign, learned: stats } = await program.entries.status();
  if (stats === undefined && foreign === undefined && active.length + orphans.length + unsaved === 0) {
    return { state: 'ok', text: 'nothing written down yet; begins with the first hypothesis' };
  }
  const facts = [
    formatCount(stats?.experiences ?? 0, 'experience'),
    formatCount(stats?.values ?? 0, 'value'),
    ...(active.length > 0 ? [`${active.length} open`] : []),
  ].join(', ');
  const problems = [
    ...(foreign === undefined
      ? []
      : [
          `${foreign.resolved} resolved and ${foreign.open} open entries are of sessions that were not begun here: not used`,
        ]),
    ...(orphans.length > 0 ? [`${orphans.length} left open by earlier sessions`] : []),
    ...(unsaved > 0 ? [`${unsaved} resolved but not stored yet`] : []),
    ...(stats !== undefined && stats.driftingValues > 0
      ? [`${formatCount(stats.driftingValues, 'value')} no longer supported`]
      : []),
  ];
  if (problems.length === 0) return { state: 'ok', text: facts };
  const fix = orphans.length > 0 ? '`witan journal adopt` or `witan journal abandon`' : undefined;
  return { state: 'note', text: [facts, ...problems].join('; '), ...(fix !== undefined && { remedy: fix }) };
}

/** Process knowledge as the doctor sees it. Only looks: where there is nothing yet, nothing is made. */
export async function describeGuidance({
  knowledge,
  settings,
  projectFolder,
  memory,
}: Pick<Program, 'knowledge' | 'settings' | 'projectFolder' | 'memory'>): Promise<PartState> {
  if (!settings.guidance.enabled) {
    return { state: 'note', text: 'turned off', remedy: 'set guidance.enabled to true in a config file' };
  }
  const isUsed = existsSync(path.join(projectFolder, '.claude', 'graphs')) || memory.find() !== undefined;
  if (!isUsed) {
    return { state: 'ok', text: 'no process knowledge yet; `witan knowledge add` or a correction begins it' };
  }
  const opened = await knowledge();
  const { items, critical, hasTooManyCritical, idlePatterns, faults } = opened.health();
  const drafts = opened.list({ status: 'draft' }).items.filter(({ inactive }) => inactive === undefined).length;
  const facts = `${formatCount(items, 'item')} in force, ${critical} CRITICAL, ${formatCount(drafts, 'draft')} to review`;
  const [idle, ...moreIdle] = idlePatterns;
  const [fault, ...moreFaults] = faults;
  const problems = [
    ...(hasTooManyCritical ? ['more than half of the items are CRITICAL, so that none stands out'] : []),
    ...(idle === undefined ? [] : [`"${idle.pattern}" of ${idle.item} matches no file${andMore(moreIdle)}`]),
    ...(fault === undefined ? [] : [`${fault}${andMore(moreFaults)}`]),
  ];
  if (problems.length === 0) return { state: 'ok', text: facts };
  const fix = '`witan knowledge list` shows them, `witan knowledge edit` changes them';
  return { state: 'note', text: [facts, ...problems].join('; '), remedy: fix };
}

function andMore({ length }: readonly unknown[]): string {
  return length === 0 ? '' : ` (and ${length} more)`;
}
