import { setTimeout as wait } from 'node:timers/promises';
import type { DecisionGraph } from '../decision-graph.js';
import type { Cluster } from '../query/group-questions.js';
import { latestDecisions, renewTopics } from '../query/renew-topics.js';

/**
 * Finds out what a judged decision is about, if nobody has yet: records of models are shown by topic. Nothing else
 * depends on it, so it fails in silence, and who waits for the outcome does not wait long for this.
 */
export async function placeInTopic(graph: DecisionGraph, cluster: Cluster, id: string): Promise<void> {
  const late = new AbortController();
  const placing = place(graph, cluster, id).catch(() => undefined);
  const timeIsOver = wait(MOST_WAITING_MS, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([placing, timeIsOver]);
  late.abort();
}

const MOST_WAITING_MS = 2_000;

async function place(graph: DecisionGraph, cluster: Cluster, id: string): Promise<void> {
  const known = await graph.judgedTopics();
  if (!known.has(id)) await renewTopics(graph, cluster, await latestDecisions(graph));
}
