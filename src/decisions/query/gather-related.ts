import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';

export type Relation = 'this' | 'repeats' | 'supersedes' | 'superseded_by' | 'related';

export interface RelatedDecision {
  readonly decision: Decision;
  readonly relation: Relation;
  /** How similar its question is to the one asked about. */
  readonly score: number;
}

/** A decision with its successors and predecessors, the same question again, and decisions on similar questions. */
export async function gatherRelated(
  graph: DecisionGraph,
  start: Decision,
  { limit, threshold }: { readonly limit: number; readonly threshold: number },
): Promise<RelatedDecision[]> {
  const neighbors = await graph.neighborsOf(start.id);
  const scores = new Map(neighbors.map(({ id, score }) => [id, score]));
  const found = new Map<string, RelatedDecision>();
  const add = (decision: Decision, relation: Relation) => {
    const score = relation === 'this' ? 1 : (scores.get(decision.id) ?? 0);
    if (!found.has(decision.id)) found.set(decision.id, { decision, relation, score });
  };
  add(start, 'this');
  for (const decision of await successorsOf(graph, start)) add(decision, 'superseded_by');
  for (const decision of await predecessorsOf(graph, start)) add(decision, 'supersedes');
  for (const { id, score } of neighbors) {
    const decision = score < threshold || found.has(id) ? null : await graph.get(id);
    if (decision !== null) add(decision, decision.questionHash === start.questionHash ? 'repeats' : 'related');
  }
  return [...found.values()].sort((a, b) => closeness(b) - closeness(a)).slice(0, limit);
}

const MAX_CHAIN = 10;

async function successorsOf(graph: DecisionGraph, start: Decision): Promise<Decision[]> {
  const successors: Decision[] = [];
  let next = start.outcome?.supersededBy ?? null;
  while (next !== null && successors.length < MAX_CHAIN) {
    const decision = await graph.get(next);
    if (decision === null) break;
    successors.push(decision);
    next = decision.outcome?.supersededBy ?? null;
  }
  return successors;
}

/** What it replaced, and what that had replaced, over a few steps. */
async function predecessorsOf(graph: DecisionGraph, start: Decision): Promise<Decision[]> {
  const found = new Map<string, Decision>();
  const next = [start.id];
  for (let id = next.shift(); id !== undefined && found.size < MAX_CHAIN; id = next.shift()) {
    for (const decision of await graph.predecessorsOf(id)) {
      if (decision.id === start.id || found.has(decision.id)) continue;
      found.set(decision.id, decision);
      next.push(decision.id);
    }
  }
  return [...found.values()];
}

/** A decision that is named in an outcome belongs to the history, however its question was worded. */
const CLOSENESS: Readonly<Record<Relation, number>> = {
  this: 4,
  superseded_by: 2,
  supersedes: 2,
  repeats: 1,
  related: 0,
};

function closeness({ relation, score }: RelatedDecision): number {
  return CLOSENESS[relation] + score;
}
