import { groupByLabel, minClusterSizeFor } from '../../semantics/clustering/split-large-clusters.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';

/** Groups points by density, away from the event loop. A label of -1 belongs to no group. */
export type Cluster = (
  points: { readonly data: Float32Array; readonly dimensions: number },
  options: { readonly minClusterSize: number; readonly minSamples: number; readonly splitsLarge: boolean },
) => Promise<{ readonly labels: Int32Array }>;

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
