import { innerProduct } from '../../semantics/kernels/inner-product.js';

/** Groups points by density, away from the event loop. A label of -1 belongs to no group. */
export type Cluster = (
  points: { readonly data: Float32Array; readonly dimensions: number },
  options: { readonly minClusterSize: number; readonly minSamples: number },
) => Promise<{ readonly labels: Int32Array }>;

export interface QuestionPoints {
  readonly data: Float32Array;
  readonly dimensions: number;
  readonly count: number;
  /** From a cosine to the calibrated scale. */
  readonly score: (cosine: number) => number;
}

/** The places of the points of each group; what stands alone is in none. */
export async function groupQuestions(points: QuestionPoints, cluster: Cluster): Promise<number[][]> {
  // Density is a comparison: among few points, of which most are on one subject, nothing stands out by it.
  const labels = points.count <= FEW ? joinNear(points) : await labelsByDensity(points, cluster);
  return placesByLabel(labels).filter((places) => places.length >= LEAST_IN_A_GROUP && isCoherent(points, places));
}

const FEW = 60;
const LEAST_IN_A_GROUP = 3;
/** Questions so near belong together. */
const NEAR = 0.6;
/** What a group's questions have in common on the average: less than this, and they were only the least strange. */
const COHERENT = 0.5;

async function labelsByDensity({ data, dimensions, count }: QuestionPoints, cluster: Cluster): Promise<Int32Array> {
  // These two and nothing more: whoever clusters takes an unknown field for a mistake, and a function reaches no thread.
  return (await cluster({ data, dimensions }, densityFor(count))).labels;
}

function densityFor(count: number) {
  return { minClusterSize: Math.min(15, Math.max(LEAST_IN_A_GROUP, Math.round(count / 50))), minSamples: 3 };
}

const vectorAt = ({ data, dimensions }: QuestionPoints, place: number) =>
  data.subarray(place * dimensions, (place + 1) * dimensions);

/** Each point gets the label of the first one that it is near to, over however many steps. */
function joinNear(points: QuestionPoints): Int32Array {
  const labels = Int32Array.from({ length: points.count }, (_, place) => place);
  for (let place = 1; place < points.count; place++) {
    for (let earlier = 0; earlier < place; earlier++) {
      const [one, other] = [labels[earlier] ?? 0, labels[place] ?? 0];
      if (one === other) continue;
      const cosine = innerProduct(vectorAt(points, earlier), vectorAt(points, place), 0);
      if (points.score(cosine) < NEAR) continue;
      for (const [at, label] of labels.entries()) if (label === other) labels[at] = one;
    }
  }
  return labels;
}

/** By the mean of the cosines of all pairs, which the sum of the vectors tells. */
function isCoherent(points: QuestionPoints, places: readonly number[]): boolean {
  const sum = new Float32Array(points.dimensions);
  for (const place of places) {
    for (const [at, value] of vectorAt(points, place).entries()) sum[at] = (sum[at] ?? 0) + value;
  }
  const count = places.length;
  return points.score((innerProduct(sum, sum, 0) - count) / (count * (count - 1))) >= COHERENT;
}

function placesByLabel(labels: Int32Array): number[][] {
  const groups = new Map<number, number[]>();
  for (const [place, label] of labels.entries()) {
    if (label < 0) continue;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [place]);
    else group.push(place);
  }
  return [...groups.values()];
}
