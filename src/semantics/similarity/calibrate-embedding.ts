import type { Embedding } from '../embedding/embedding.js';
import { innerProduct } from '../kernels/inner-product.js';
import { ANSWER_ANCHORS, type AnchorPair, EXPERIENCE_ANCHORS, OPTION_ANCHORS, QUESTION_ANCHORS } from './anchors.js';
import { fitScoreMap, type LabeledScore, SCALES } from './fit-score-map.js';
import type { ScoreMap } from './score-map.js';
import { CALIBRATION, type Calibration, type SimilarityUse } from './score-map.js';

/** The score maps of an embedding: built in, or fitted once on the anchor texts. */
export function getCalibration(embedding: Embedding): Promise<Calibration> {
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
  experiences: EXPERIENCE_ANCHORS,
  long_answers: ANSWER_ANCHORS,
  options: OPTION_ANCHORS,
};

async function fitOnAnchors(embedding: Embedding): Promise<Calibration> {
  const [questions, experiences, long_answers, options] = await Promise.all([
    fitUseOnAnchors(embedding, 'questions'),
    fitUseOnAnchors(embedding, 'experiences'),
    fitUseOnAnchors(embedding, 'long_answers'),
    fitUseOnAnchors(embedding, 'options'),
  ]);
  return { questions, experiences, long_answers, options };
}

/** `prepare` is applied to each text before it is embedded. */
export async function fitUseOnAnchors(
  embedding: Embedding,
  use: SimilarityUse,
  prepare: (text: string) => string = (text) => text,
): Promise<ScoreMap> {
  const texts = [...new Set(ANCHORS[use].flatMap(({ a, b }) => [a, b]))];
  const vectors = await embedding.embed(texts.map(prepare));
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]]));
  const scored = ANCHORS[use].map(({ a, b, label }) => {
    const [first, second] = [vectorOf.get(a), vectorOf.get(b)];
    return { label, score: first && second ? innerProduct(first, second, 0) : 0 };
  });
  expectSpread(embedding, scored);
  return fitScoreMap(SCALES[use], scored);
}

/** A model that gives all texts the same vector has failed; otherwise it would merge all options. */
function expectSpread({ model }: Embedding, scored: readonly LabeledScore[]): void {
  const scores = scored.map(({ score }) => score);
  if (!(Math.max(...scores) - Math.min(...scores) >= MIN_SPREAD)) {
    throw new Error(`the embedding model ${model} gives all texts the same vector`);
  }
}

const MIN_SPREAD = 0.01;
