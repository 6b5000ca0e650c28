import { groupByLabel, minClusterSizeFor } from '../../semantics/clustering/split-large-clusters.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph, QuestionVectors } from '../model/decision-graph.js';
import { questionWords } from '../model/question-words.js';

/** Decisions on similar questions. */
export interface Topic {
  readonly name: string;
  readonly decisions: readonly Decision[];
}

/** Groups points by density, away from the event loop. A label of -1 belongs to no group. */
export type Cluster = (
  points: { readonly data: Float32Array; readonly dimensions: number },
  options: { readonly minClusterSize: number; readonly minSamples: number; readonly splitsLarge: boolean },
) => Promise<{ readonly labels: Int32Array }>;

export const MIN_FOR_TOPICS = 8;

/**
 * Largest first. Many decisions are in no topic: of 200 labeled ones about half are, and those in one topic do belong
 * together.
 */
export async function findTopics(
  graph: Pick<DecisionGraph, 'vectors'>,
  cluster: Cluster,
  decisions: readonly Decision[],
): Promise<Topic[]> {
  if (decisions.length < MIN_FOR_TOPICS) return [];
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const { picked, points } = pickPoints(await graph.vectors({ archived: 'with' }), byId);
  if (picked.length < MIN_FOR_TOPICS) return [];
  const groups = (await groupQuestions(points, cluster))
    .map((indexes) => indexes.flatMap((index) => picked[index] ?? []))
    .sort((a, b) => b.length - a.length);
  const names = nameTopics(
    groups.map((group) => group.map(({ question }) => question)),
    decisions.map(({ question }) => question),
  );
  return groups.map((group, index) => ({
    name: names[index]?.join(', ') || `topic ${index + 1}`,
    decisions: group,
  }));
}

function pickPoints({ ids, data, dimensions, score }: QuestionVectors, byId: ReadonlyMap<string, Decision>) {
  const indexes = [...ids.keys()].filter((index) => byId.has(ids[index] ?? ''));
  const points = new Float32Array(indexes.length * dimensions);
  for (const [at, index] of indexes.entries()) {
    points.set(data.subarray(index * dimensions, (index + 1) * dimensions), at * dimensions);
  }
  const picked = indexes.flatMap((index) => byId.get(ids[index] ?? '') ?? []);
  return { picked, points: { data: points, dimensions, count: picked.length, score } };
}

export interface QuestionPoints {
  readonly data: Float32Array;
  readonly dimensions: number;
  readonly count: number;
  /** From a cosine to the calibrated scale. */
  readonly score: (cosine: number) => number;
}

/** The indexes of the points of each group; a point that is like no others is in none. */
export async function groupQuestions(points: QuestionPoints, cluster: Cluster): Promise<number[][]> {
  const { data, dimensions, count } = points;
  const options = { minClusterSize: minClusterSizeFor(count), minSamples: MIN_SAMPLES, splitsLarge: true };
  const { labels } = await cluster({ data, dimensions }, options);
  return [...groupByLabel(labels).values()]
    .map((indexes) => withoutStrays(points, indexes))
    .filter((indexes) => indexes.length >= MIN_GROUP);
}

const MIN_SAMPLES = 2;
const MIN_GROUP = 3;
/** What a question has in common with the others of its group, on average. Density alone also takes in neighbors. */
const COHERENT = 0.45;

/** By the mean cosine of each question with the others, which the sum of the vectors gives. */
function withoutStrays({ data, dimensions, score }: QuestionPoints, indexes: readonly number[]): number[] {
  const vectorAt = (index: number) => data.subarray(index * dimensions, (index + 1) * dimensions);
  const sum = new Float32Array(dimensions);
  for (const index of indexes) {
    for (const [axis, value] of vectorAt(index).entries()) sum[axis] = (sum[axis] ?? 0) + value;
  }
  const meanCosine = (index: number) => (innerProduct(sum, vectorAt(index), 0) - 1) / (indexes.length - 1);
  return indexes.filter((index) => score(meanCosine(index)) >= COHERENT);
}

/** Up to three words of each group that are frequent in it and rare in all others. */
export function nameTopics(groups: readonly (readonly string[])[], all: readonly string[]): string[][] {
  const everywhere = countQuestions(all);
  return groups.map((questions) => {
    const weighed = [...countQuestions(questions)].map(([word, { count, spelling }]) => {
      const outside = (everywhere.get(word)?.count ?? count) - count;
      return { spelling, weight: (count / questions.length) * Math.log((all.length + 1) / (outside + 1)) };
    });
    return weighed
      .sort((a, b) => b.weight - a.weight || (a.spelling < b.spelling ? -1 : 1))
      .slice(0, WORDS_PER_NAME)
      .map(({ spelling }) => spelling);
  });
}

const WORDS_PER_NAME = 3;

/** In how many questions each word occurs, and how it was first written. */
function countQuestions(questions: readonly string[]): Map<string, { count: number; readonly spelling: string }> {
  const counts = new Map<string, { count: number; readonly spelling: string }>();
  for (const [word, spelling] of questions.flatMap((question) => [...questionWords(question)])) {
    const known = counts.get(word);
    if (known === undefined) counts.set(word, { count: 1, spelling });
    else known.count += 1;
  }
  return counts;
}
