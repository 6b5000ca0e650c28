import type { EmbeddingBackend } from '../embedding/embedding.js';
import { FITTED } from './fitted-calibration.js';
import type { ScoreMap } from './score-map.js';

/** What kind of texts are compared: the same raw score means different things for each. */
export type SimilarityUse = 'questions' | 'long_answers' | 'experiences' | 'options';

export type SimilarityBackend = EmbeddingBackend | 'tfidf' | 'jaccard';

/** From the raw scores of a backend to one scale for all. */
export type Calibration = Readonly<Record<SimilarityUse, ScoreMap>>;

/** For the backends that are the same everywhere. The user's own models are calibrated at first use. */
export const CALIBRATION: Readonly<Partial<Record<SimilarityBackend, Calibration>>> = FITTED;
