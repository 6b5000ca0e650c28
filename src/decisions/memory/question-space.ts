import { type EmbeddedWith, type Embedding, embeddedWith } from '../../semantics/index.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import { decideOption } from '../../semantics/options/decide-option.js';
import { calibrationOf, fitOnAnchors } from '../../semantics/similarity/calibrate-embedding.js';
import { mapScore } from '../../semantics/similarity/score-map.js';
import type { LeastRecentlyUsed } from './least-recently-used.js';
import { createWordEmbedding } from './word-embedding.js';

/** Where questions are points: how they get there, and what their nearness means. */
export interface QuestionSpace {
  readonly embeddedWith: EmbeddedWith;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** One text, remembered for the next time. */
  embedOne(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** From the cosine of two questions to the calibrated scale. */
  score(cosine: number): number;
  /** Whether two options of a vote are the same choice. */
  isSameChoice(a: string, b: string, signal?: AbortSignal): Promise<boolean>;
}

export type EmbeddingCache = LeastRecentlyUsed<Float32Array>;

export async function openQuestionSpace(
  embedding: Embedding | undefined,
  cache: EmbeddingCache,
): Promise<QuestionSpace> {
  const chosen = embedding ?? createWordEmbedding();
  const calibration = await (embedding === undefined ? fitOnAnchors(chosen) : calibrationOf(chosen));
  const about = embeddedWith(chosen);
  const keyOf = (text: string) => `${about.backend}/${about.model}\n${text}`;

  const embedOne: QuestionSpace['embedOne'] = async (text, signal) => {
    const known = cache.get(keyOf(text));
    if (known !== undefined) return known;
    const [vector] = await chosen.embed([text], signal);
    if (vector === undefined) throw new Error(`${about.backend} gave no vector`);
    cache.set(keyOf(text), vector);
    return vector;
  };

  return {
    embeddedWith: about,
    embed: (texts, signal) => chosen.embed(texts, signal),
    embedOne,
    score: (cosine) => mapScore(calibration.questions, cosine),
    async isSameChoice(a, b, signal) {
      const decision = decideOption(a, b);
      if (decision !== 'undecided') return decision === 'same';
      const [first, second] = [await embedOne(a, signal), await embedOne(b, signal)];
      return mapScore(calibration.options, innerProduct(first, second, 0)) >= SAME_CHOICE;
    },
  };
}

const SAME_CHOICE = 0.85;
