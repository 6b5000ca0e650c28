import { isDemoPanel } from '../../kernel/demo-names.js';
import { StorageError } from '../../storage/index.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { findTopics, type Topic } from './find-topics.js';
import type { Cluster } from './group-questions.js';

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
