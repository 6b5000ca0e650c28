import { isDemoPanel } from '../../kernel/demo-names.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import type { Cluster } from './group-questions.js';
import { latestDecisions, renewTopics } from './renew-topics.js';

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
  for await (const decision of graph.all({ withOutcome: true, archived: 'with' })) decisions.push(decision);
  return decisions;
}
