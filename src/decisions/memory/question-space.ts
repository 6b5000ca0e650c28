import { type EmbeddedWith, type Embedding, embeddedWith } from '../../semantics/index.js';
import { fitUseOnAnchors } from '../../semantics/similarity/calibrate-embedding.js';
import { CALIBRATION } from '../../semantics/similarity/calibration.js';
import { mapScore } from '../../semantics/similarity/score-map.js';
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
  const measured = embedding === undefined ? undefined : CALIBRATION[embedding.backend];
  const questionMap = measured?.questions ?? (await fitUseOnAnchors(chosen, 'questions', questionSubject));
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
    // A name of its own: vectors that earlier versions made, of whole questions or with preambles, are made again.
    embeddedWith: { backend, model: `${model}/subject-2`, dimensions },
    embed: (questions, signal) => chosen.embed(questions.map(questionSubject), signal),
    embedOne: (question, signal) => embedText(questionSubject(question), signal),
    score: (cosine) => mapScore(questionMap, cosine),
  };
}
