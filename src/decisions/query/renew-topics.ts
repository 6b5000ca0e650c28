import { isDemoPanel } from '../../kernel/demo-names.js';
import { StorageError } from '../../storage/index.js';
import type { Decision } from '../decision.js';
import type { DecisionGraph } from '../decision-graph.js';
import { findTopics, type Topic } from './find-topics.js';
import type { Cluster } from './group-questions.js';

/** Finds the topics of these decisions and keeps them for whoever has no time to find them. */
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
    // Who asked for topics has them; that they could not be kept is no reason to refuse the answer.
    if (!(error instanceof StorageError)) throw error;
  }
  return topics;
}

/** The decisions that statements on all of them rest on. */
export async function latestDecisions(graph: DecisionGraph): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for await (const decision of graph.all()) {
    // A demo says nothing about real choices.
    if (!isDemoPanel(decision.participants) && decisions.push(decision) >= MOST_ANALYZED) break;
  }
  return decisions;
}

/** More would take seconds and tell of choices that nobody remembers. */
const MOST_ANALYZED = 3_000;
