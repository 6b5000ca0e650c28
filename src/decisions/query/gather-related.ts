import type { Decision } from '../decision.js';
import type { DecisionGraph } from '../decision-graph.js';

export type Relation = 'this' | 'repeats' | 'supersedes' | 'superseded_by' | 'related';

export interface RelatedDecision {
  readonly decision: Decision;
  readonly relation: Relation;
  /** How near its question is to the one asked about; over a step in between, the product of both. */
  readonly score: number;
}

/** A decision and those it belongs to: what replaced it, what it replaced, the same question again, its neighbours. */
export async function gatherRelated(
  graph: DecisionGraph,
  start: Decision,
  { limit, threshold }: { readonly limit: number; readonly threshold: number },
): Promise<RelatedDecision[]> {
  const scores = await scoresAround(graph, start.id, threshold);
  const found = new Map<string, RelatedDecision>([[start.id, { decision: start, relation: 'this', score: 1 }]]);
  for (const decision of await successorsOf(graph, start)) {
    found.set(decision.id, { decision, relation: 'superseded_by', score: scores.get(decision.id) ?? 0 });
  }
  for (const decision of await predecessorsOf(graph, start)) {
    if (!found.has(decision.id)) {
      found.set(decision.id, { decision, relation: 'supersedes', score: scores.get(decision.id) ?? 0 });
    }
  }
  for (const [id, score] of scores) {
    const decision = found.has(id) ? null : await graph.get(id);
    if (decision !== null) found.set(id, { decision, relation: relationOf(decision, start), score });
  }
  return [...found.values()].sort((a, b) => closeness(b) - closeness(a)).slice(0, limit);
}

const MOST_VISITED = 60;
const MOST_IN_A_CHAIN = 10;
/** A step over a third question leads away: both halves together must still be near. */
const SECOND_STEP = 0.8;

/** Neighbours and their neighbours, best first. */
async function scoresAround(graph: DecisionGraph, id: string, threshold: number): Promise<Map<string, number>> {
  const scores = new Map<string, number>();
  const take = (found: string, score: number) => {
    if (found !== id && score > (scores.get(found) ?? 0)) scores.set(found, score);
  };
  const near = (await graph.neighboursOf(id)).filter(({ score }) => score >= threshold);
  for (const neighbour of near) take(neighbour.id, neighbour.score);
  for (const neighbour of near) {
    for (const next of await graph.neighboursOf(neighbour.id)) {
      const together = neighbour.score * next.score;
      if (next.score >= threshold && together >= threshold * SECOND_STEP) take(next.id, together);
    }
  }
  return new Map([...scores].sort(([, a], [, b]) => b - a).slice(0, MOST_VISITED));
}

async function successorsOf(graph: DecisionGraph, start: Decision): Promise<Decision[]> {
  const successors: Decision[] = [];
  let next = start.outcome?.supersededBy ?? null;
  while (next !== null && successors.length < MOST_IN_A_CHAIN) {
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
  for (let id = next.shift(); id !== undefined && found.size < MOST_IN_A_CHAIN; id = next.shift()) {
    for (const decision of await graph.predecessorsOf(id)) {
      if (decision.id === start.id || found.has(decision.id)) continue;
      found.set(decision.id, decision);
      next.push(decision.id);
    }
  }
  return [...found.values()];
}

function relationOf(decision: Decision, start: Decision): Relation {
  return decision.questionHash === start.questionHash ? 'repeats' : 'related';
}

/** Who was named in an outcome belongs to the story, however its question was worded. */
function closeness({ relation, score }: RelatedDecision): number {
  switch (relation) {
    case 'this':
      return 4;
    case 'superseded_by':
    case 'supersedes':
      return 2 + score;
    case 'repeats':
      return 1 + score;
    case 'related':
      return score;
  }
}
