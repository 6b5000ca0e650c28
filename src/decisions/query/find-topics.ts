import type { Decision } from '../decision.js';
import type { DecisionGraph } from '../decision-graph.js';
import { type Cluster, groupQuestions } from './group-questions.js';
import { nameTopics } from './name-topics.js';

/** Decisions that are about the same subject. */
export interface Topic {
  readonly name: string;
  readonly decisions: readonly Decision[];
}

export const LEAST_FOR_TOPICS = 8;

/** Largest first. Decisions that stand alone belong to no topic; of few decisions none is found. */
export async function findTopics(
  graph: Pick<DecisionGraph, 'vectors'>,
  cluster: Cluster,
  decisions: readonly Decision[],
): Promise<Topic[]> {
  if (decisions.length < LEAST_FOR_TOPICS) return [];
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const { picked, points } = pickPoints(await graph.vectors({ archived: 'with' }), byId);
  if (picked.length < LEAST_FOR_TOPICS) return [];
  const groups = (await groupQuestions(points, cluster))
    .map((places) => places.flatMap((place) => picked[place] ?? []))
    .sort((a, b) => b.length - a.length);
  const names = nameTopics(
    groups.map((group) => group.map(({ question }) => question)),
    decisions.map(({ question }) => question),
  );
  return groups.map((group, at) => ({ name: names[at]?.join(', ') || `topic ${at + 1}`, decisions: group }));
}

type Vectors = Awaited<ReturnType<DecisionGraph['vectors']>>;

function pickPoints({ ids, data, dimensions, score }: Vectors, byId: ReadonlyMap<string, Decision>) {
  const picked: Decision[] = [];
  const wanted = new Float32Array(Math.min(ids.length, byId.size) * dimensions);
  for (const [at, id] of ids.entries()) {
    const decision = byId.get(id);
    if (decision === undefined) continue;
    wanted.set(data.subarray(at * dimensions, (at + 1) * dimensions), picked.length * dimensions);
    picked.push(decision);
  }
  const count = picked.length;
  return { picked, points: { data: wanted.subarray(0, count * dimensions), dimensions, count, score } };
}
