import type { DecisionGraph } from '../../src/decisions/index.js';
import { findContradictions } from '../../src/decisions/query/find-contradictions.js';
import { groupQuestions } from '../../src/decisions/query/group-questions.js';
import { cluster } from '../../src/semantics/clustering/cluster.js';
import { type Half, labelledDecisions, labelledQuestions, pairKey, plantedPairs } from './labelled-decisions.js';

const decisionOf = new Map(labelledDecisions.map((decision) => [decision.id, decision]));

/** How many unrelated questions recall anything, and how many others have their topic among the first three. */
export async function measureRecall(graph: DecisionGraph, half: Half, threshold: number) {
  const counts = { unrelated: 0, recalled: 0, onTopic: 0, found: 0 };
  for (const { question, topic } of labelledQuestions.filter((each) => each.half === half)) {
    const { matches } = await graph.search(question, { limit: 3, atLeast: threshold });
    const recalled = matches
      .filter(({ score }) => score >= threshold)
      .map(({ decision }) => decisionOf.get(decision.id));
    if (topic === null) {
      counts.unrelated += 1;
      if (recalled.length > 0) counts.recalled += 1;
    } else {
      counts.onTopic += 1;
      if (recalled.some((decision) => decision?.topic === topic)) counts.found += 1;
    }
  }
  return counts;
}

/** A reported pair belongs to the half of its first decision. */
export async function measureContradictions(graph: DecisionGraph, half: Half) {
  const request = { limit: 1_000, threshold: 0.6, archived: 'without', now: new Date('2026-06-01') } as const;
  const { results } = await findContradictions(graph, request);
  const planted = plantedPairs(half);
  const reported = results.filter(({ decision_id_1 }) => decisionOf.get(decision_id_1)?.half === half);
  const right = reported.filter((pair) => planted.has(pairKey(pair.decision_id_1, pair.decision_id_2)));
  return { planted: planted.size, reported: reported.length, right: right.length };
}

/** How many decisions are in a group, and how many of these have the topic that is most frequent in it. */
export async function measureTopics(graph: DecisionGraph, half: Half) {
  const { ids, ...vectors } = await graph.vectors();
  const points = { ...vectors, count: ids.length };
  const groups = await groupQuestions(points, async (...args) => cluster(...args));
  let grouped = 0;
  let ofMainTopic = 0;
  for (const group of groups) {
    const topics = group.flatMap((index) => {
      const decision = decisionOf.get(ids[index] ?? '');
      return decision?.half === half ? decision.topic : [];
    });
    grouped += topics.length;
    ofMainTopic += Math.max(0, ...topics.map((topic) => topics.filter((other) => other === topic).length));
  }
  return { groups: groups.length, grouped, ofMainTopic };
}
