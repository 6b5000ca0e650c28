import type { Embedding } from '../embedding/embedding.js';
import { innerProduct } from '../kernels/inner-product.js';
import { type AnchorPair, OPTION_ANCHORS, QUESTION_ANCHORS } from './anchors.js';
import { ANSWER_ANCHORS } from './answer-anchors.js';
import { CALIBRATION, type Calibration, type SimilarityUse } from './calibration.js';
import { fitScoreMap, type LabelledScore, SCALES } from './fit-score-map.js';

/** The maps for an embedding: measured beforehand, or fitted now, once, on texts that the model is given to embed. */
export function calibrationOf(embedding: Embedding): Promise<Calibration> {
  const known = fitted.get(embedding);
  if (known !== undefined) return known;
  const measured = CALIBRATION[embedding.backend];
  const calibration = measured === undefined ? fitOnAnchors(embedding) : Promise.resolve(measured);
  fitted.set(embedding, calibration);
  calibration.catch(() => fitted.delete(embedding));
  return calibration;
}

const fitted = new WeakMap<Embedding, Promise<Calibration>>();

const ANCHORS: Readonly<Record<SimilarityUse, readonly AnchorPair[]>> = {
  questions: QUESTION_ANCHORS,
  experiences: QUESTION_ANCHORS,
  long_answers: ANSWER_ANCHORS,
  options: OPTION_ANCHORS,
};

export async function fitOnAnchors(embedding: Embedding): Promise<Calibration> {
  const texts = [...new Set(Object.values(ANCHORS).flatMap((pairs) => pairs.flatMap(({ a, b }) => [a, b])))];
  const vectors = await embedding.embed(texts);
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index] ?? new Float32Array(0)]));
  const mapFor = (use: SimilarityUse) => {
    const scored = ANCHORS[use].map(({ a, b, label }) => {
      const [first, second] = [vectorOf.get(a), vectorOf.get(b)];
      return { label, score: first && second ? innerProduct(first, second, 0) : 0 };
    });
    expectSpread(embedding, scored);
    return fitScoreMap(SCALES[use], scored);
  };
  return {
    questions: mapFor('questions'),
    experiences: mapFor('experiences'),
    long_answers: mapFor('long_answers'),
    options: mapFor('options'),
  };
}

/** A model that gives everything the same vector would merge every vote: it counts as one that has failed. */
function expectSpread({ model }: Embedding, scored: readonly LabelledScore[]): void {
  const scores = scored.map(({ score }) => score);
  if (!(Math.max(...scores) - Math.min(...scores) >= LEAST_SPREAD)) {
    throw new Error(`the embedding model ${model} does not tell texts apart`);
  }
}

const LEAST_SPREAD = 0.01;
