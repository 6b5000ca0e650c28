import type { EmbeddingBackend } from '../embedding/embedding.js';
import { FITTED } from './fitted-calibration.js';

/** Points of a rising line from [raw, calibrated] = [0, 0] to [1, 1]. */
export type ScoreMap = readonly (readonly [raw: number, calibrated: number])[];

export const IDENTITY: ScoreMap = [
  [0, 0],
  [1, 1],
];

/** Scores outside 0..1 are clamped: a cosine below zero means "unrelated", too. */
export function mapScore(map: ScoreMap, raw: number): number {
  const score = Math.min(1, Math.max(0, raw));
  for (const [index, [right, above]] of map.entries()) {
    if (score > right) continue;
    const [left, below] = map[index - 1] ?? [0, 0];
    return right === left ? above : below + ((score - left) / (right - left)) * (above - below);
  }
  return 1;
}

export function invertMap(map: ScoreMap): ScoreMap {
  return map.map(([raw, calibrated]) => [calibrated, raw]);
}

/** The kind of texts that are compared: the same raw score means different things for each. */
export type SimilarityUse = 'questions' | 'long_answers' | 'experiences' | 'options';

export type SimilarityBackend = EmbeddingBackend | 'tfidf' | 'jaccard';

/** From the raw scores of a backend to one scale for all. */
export type Calibration = Readonly<Record<SimilarityUse, ScoreMap>>;

/** For the backends that are the same everywhere. The user's own models are calibrated at first use. */
export const CALIBRATION: Readonly<Partial<Record<SimilarityBackend, Calibration>>> = FITTED;
