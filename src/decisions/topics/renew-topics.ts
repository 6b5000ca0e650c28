import { isDemoPanel } from '../../kernel/demo-names.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { StorageError } from '../../storage/index.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { type Cluster, findTopics, type Topic } from './find-topics.js';

/** Finds the topics of these decisions and stores them for callers that cannot wait for a clustering. */
export async function renewTopics(
  graph: DecisionGraph,
  cluster: Cluster,
  decisions: readonly Decision[],
): Promise<Topic[]> {
  const topics = await findTopics(graph, cluster, decisions);
  const known = new Map<string, string | null>(decisions.map(({ id }) => [id, null]));
  for (const { name, decisions: about } of topics) {
    for (const { id } of about) known.set(id, name);
  }
  try {
    await graph.keepTopics(known);
  } catch (error) {
    // The topics are found; the answer does not need a database that stores them.
    if (!(error instanceof StorageError)) throw error;
  }
  return topics;
}

/** The decisions that statements on all of them rest on. */
export async function latestDecisions(graph: DecisionGraph): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for await (const decision of graph.all()) {
    // A demo says nothing about real choices.
    if (!isDemoPanel(decision.participants) && decisions.push(decision) >= MAX_ANALYZED) break;
  }
  return decisions;
}

/** More would take seconds. */
const MAX_ANALYZED = 3_000;

/**
 * Finds out what a judged decision, or all of them, are about, if that is not known: records of models are shown by topic.
 * Nothing else depends on it, so it fails in silence, and who waits for the outcome does not wait long for this.
 */
export async function assignTopics(graph: DecisionGraph, cluster: Cluster, id?: string): Promise<void> {
  await settleWithin({ maxMs: MAX_WAITING_MS }, () => assign(graph, cluster, id).catch(() => undefined));
}

const MAX_WAITING_MS = 2_000;

async function assign(graph: DecisionGraph, cluster: Cluster, id: string | undefined): Promise<void> {
  const known = await graph.judgedTopics();
  if (id !== undefined && known.has(id)) return;
  const unassigned = (await judged(graph, id)).filter(
    (decision) => !known.has(decision.id) && !isDemoPanel(decision.participants),
  );
  if (unassigned.length === 0) return;
  const latest = await latestDecisions(graph);
  const ids = new Set(latest.map((decision) => decision.id));
  // What is old or archived is not among the latest: asked for again and again, it would never be placed.
  const others = unassigned.filter((decision) => !ids.has(decision.id)).slice(0, MAX_OTHERS);
  await renewTopics(graph, cluster, [...latest, ...others]);
}

const MAX_OTHERS = 1_000;

async function judged(graph: DecisionGraph, id: string | undefined): Promise<Decision[]> {
  if (id !== undefined) {
    const decision = await graph.get(id);
    return decision === null ? [] : [decision];
  }
  const decisions: Decision[] = [];
  for await (const decision of graph.all({ outcome: 'any', archived: 'with' })) decisions.push(decision);
  return decisions;
}
