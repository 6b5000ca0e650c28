import { type EmbeddedWith, type Embedding, embeddedWith } from '../../semantics/index.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import { QUESTION_ANCHORS } from '../../semantics/similarity/anchors.js';
import { calibrationOf, fitOnAnchors } from '../../semantics/similarity/calibrate-embedding.js';
import { CALIBRATION } from '../../semantics/similarity/calibration.js';
import { fitScoreMap, SCALES } from '../../semantics/similarity/fit-score-map.js';
import { mapScore, type ScoreMap } from '../../semantics/similarity/score-map.js';
import { questionSubject } from '../question-words.js';
import type { LeastRecentlyUsed } from './least-recently-used.js';
import { createWordEmbedding } from './word-embedding.js';

/**
 * Where questions are points: how they get there, and what their nearness means. A point stands for what a question is
 * about, not for how it is asked.
 */
export interface QuestionSpace {
  readonly embeddedWith: EmbeddedWith;
  embed(questions: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** One question, remembered for the next time. */
  embedOne(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** From the cosine of two questions to the calibrated scale. */
  score(cosine: number): number;
}

export type EmbeddingCache = LeastRecentlyUsed<Float32Array>;

export async function openQuestionSpace(
  embedding: Embedding | undefined,
  cache: EmbeddingCache,
): Promise<QuestionSpace> {
  const chosen = embedding ?? createWordEmbedding();
  const calibration = await (embedding === undefined ? fitOnAnchors(chosen) : calibrationOf(chosen));
  const isMeasured = embedding !== undefined && CALIBRATION[embedding.backend] !== undefined;
  const questionMap = isMeasured ? calibration.questions : await fitOnSubjects(chosen);
  const { backend, model, dimensions } = embeddedWith(chosen);

  const embedText = async (text: string, signal?: AbortSignal): Promise<Float32Array> => {
    const key = `${backend}/${model}\n${text}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const [vector] = await chosen.embed([text], signal);
    if (vector === undefined) throw new Error(`${backend} gave no vector`);
    cache.set(key, vector);
    return vector;
  };

  return {
    // A name of its own: vectors of whole questions, which earlier versions stored, are made again.
    embeddedWith: { backend, model: `${model}/subject-1`, dimensions },
    embed: (questions, signal) => chosen.embed(questions.map(questionSubject), signal),
    embedOne: (question, signal) => embedText(questionSubject(question), signal),
    score: (cosine) => mapScore(questionMap, cosine),
  };
}

async function fitOnSubjects(embedding: Embedding): Promise<ScoreMap> {
  const vectors = await embedding.embed(QUESTION_ANCHORS.flatMap(({ a, b }) => [a, b].map(questionSubject)));
  const scored = QUESTION_ANCHORS.map(({ label }, at) => {
    const [first, second] = [vectors[2 * at], vectors[2 * at + 1]];
    return { label, score: first && second ? innerProduct(first, second, 0) : 0 };
  });
  return fitScoreMap(SCALES.questions, scored);
}
