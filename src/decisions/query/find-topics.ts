import type { Decision } from '../decision.js';
import type { DecisionGraph } from '../decision-graph.js';
import { nameTopics } from './name-topics.js';

/** Groups points by density, away from the event loop. A label of -1 belongs to no group. */
export type Cluster = (
  points: { readonly data: Float32Array; readonly dimensions: number },
  options: { readonly minClusterSize: number; readonly minSamples: number },
) => Promise<{ readonly labels: Int32Array }>;

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
  const { picked, ...points } = pickPoints(await graph.vectors(), byId);
  if (picked.length < LEAST_FOR_TOPICS) return [];
  const minClusterSize = Math.min(15, Math.max(3, Math.round(picked.length / 50)));
  const { labels } = await cluster(points, { minClusterSize, minSamples: 3 });
  const groups = groupBy(picked, labels).sort((a, b) => b.length - a.length);
  const names = nameTopics(
    groups.map((group) => group.map(({ question }) => question)),
    decisions.map(({ question }) => question),
  );
  return groups.map((group, at) => ({ name: names[at]?.join(', ') || `topic ${at + 1}`, decisions: group }));
}

type Vectors = Awaited<ReturnType<DecisionGraph['vectors']>>;

function pickPoints({ ids, data, dimensions }: Vectors, byId: ReadonlyMap<string, Decision>) {
  const picked: Decision[] = [];
  const wanted = new Float32Array(Math.min(ids.length, byId.size) * dimensions);
  for (const [at, id] of ids.entries()) {
    const decision = byId.get(id);
    if (decision === undefined) continue;
    wanted.set(data.subarray(at * dimensions, (at + 1) * dimensions), picked.length * dimensions);
    picked.push(decision);
  }
  return { picked, dimensions, data: wanted.subarray(0, picked.length * dimensions) };
}

function groupBy(decisions: readonly Decision[], labels: Int32Array): Decision[][] {
  const groups = new Map<number, Decision[]>();
  for (const [at, decision] of decisions.entries()) {
    const label = labels[at] ?? -1;
    if (label < 0) continue;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [decision]);
    else group.push(decision);
  }
  return [...groups.values()];
}
