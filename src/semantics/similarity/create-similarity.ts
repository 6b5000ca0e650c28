import type { Embedding } from '../embedding/embedding.js';
import { createJaccardSimilarity } from '../jaccard.js';
import { innerProduct } from '../kernels/inner-product.js';
import type { Similarity } from '../similarity.js';
import { getCalibration } from './calibrate-embedding.js';
import {
  CALIBRATION,
  type Calibration,
  IDENTITY,
  mapScore,
  type SimilarityBackend,
  type SimilarityUse,
} from './score-map.js';

export interface SimilarityOptions {
  readonly embedding?: Embedding | undefined;
  /** Takes over when `embedding` fails. */
  readonly fallback?: Embedding | undefined;
  readonly use: SimilarityUse;
}

export interface CalibratedSimilarity extends Similarity {
  /** The backend of the last comparison; before the first one, the backend that it will try. */
  readonly backend: SimilarityBackend;
  measure(a: string, b: string): Promise<MeasuredSimilarity>;
}

export interface MeasuredSimilarity {
  readonly score: number;
  readonly backend: SimilarityBackend;
}

/** A backend with its raw scores, and the maps to the scale if there are any. */
interface Measure {
  readonly backend: SimilarityBackend;
  compare(a: string, b: string): Promise<number>;
  calibration?(): Promise<Calibration>;
}

/**
 * Compares with the best backend that works: embeddings, else weighted word stems, else shared words. A failed backend is
 * skipped for a while, so that the scores of one run stay comparable. All are calibrated to one scale per use.
 */
export function createSimilarity({ embedding, fallback, use }: SimilarityOptions): CalibratedSimilarity {
  return fallBackAmong([...[embedding, fallback].flatMap(cosineMeasure), TFIDF, jaccardMeasure()], use);
}

export function fallBackAmong(measures: readonly Measure[], use: SimilarityUse): CalibratedSimilarity {
  let first = 0;
  let failedAt = 0;
  const measure = async (a: string, b: string): Promise<MeasuredSimilarity> => {
    if (first > 0 && performance.now() - failedAt > RETRY_MS) first = 0;
    const tried = first;
    const current = measures[tried];
    if (current === undefined) throw new Error('no backend can compare texts');
    if (a === b) return { score: 1, backend: current.backend };
    try {
      const maps = (await current.calibration?.()) ?? CALIBRATION[current.backend];
      const raw = await current.compare(a, b);
      return { score: mapScore(maps?.[use] ?? IDENTITY, raw), backend: current.backend };
    } catch {
      // If several comparisons fail together, only the first may switch to the next backend.
      if (first === tried) {
        first = tried + 1;
        failedAt = performance.now();
      }
      return measure(a, b);
    }
  };
  return {
    get backend() {
      return (measures[first] ?? JACCARD).backend;
    },
    measure,
    compare: async (a, b) => (await measure(a, b)).score,
  };
}

/** A long-running server should return to the better backend. */
const RETRY_MS = 300_000;

function cosineMeasure(embedding: Embedding | undefined): Measure[] {
  if (embedding === undefined) return [];
  const vectorOf = createVectorMemory(embedding);
  return [
    {
      backend: embedding.backend,
      calibration: () => getCalibration(embedding),
      compare: async (a, b) => {
        const [first, second] = await Promise.all([vectorOf(a), vectorOf(b)]);
        return innerProduct(first, second, 0);
      },
    },
  ];
}

/** Loaded at first use, which is rare. */
const TFIDF: Measure = {
  backend: 'tfidf',
  compare: async (a, b) => {
    const { tfidfSimilarity } = await import('./tfidf.js');
    // Long answers take tens of milliseconds, so the event loop runs between two comparisons.
    await new Promise(setImmediate);
    return tfidfSimilarity(a, b);
  },
};

const JACCARD: Pick<Measure, 'backend'> = { backend: 'jaccard' };

function jaccardMeasure(): Measure {
  const words = createJaccardSimilarity();
  return { ...JACCARD, compare: (a, b) => words.compare(a, b) };
}

/**
 * Caches vectors, because a round compares every answer with many others. Texts that are requested at the same time are
 * embedded in one batch, with one request to another program.
 */
function createVectorMemory(embedding: Embedding, max = 256): (text: string) => Promise<Float32Array> {
  const vectors = new Map<string, Promise<Float32Array>>();
  const embedOne = batchUp(embedding);
  return (text) => {
    const known = vectors.get(text);
    // Moved to the end, so that the first entry is the least recently used one.
    if (known !== undefined) vectors.delete(text);
    const vector = known ?? embedOne(text);
    vectors.set(text, vector);
    // A failure is not cached.
    if (known === undefined) vector.catch(() => vectors.delete(text));
    const [oldest] = vectors.keys();
    if (vectors.size > max && oldest !== undefined) vectors.delete(oldest);
    return vector;
  };
}

/** Collects texts until the next turn of the event loop. */
function batchUp(embedding: Embedding): (text: string) => Promise<Float32Array> {
  let batch: { readonly texts: string[]; readonly vectors: Promise<Float32Array[]> } | undefined;
  return async (text) => {
    batch ??= openBatch(embedding, () => {
      batch = undefined;
    });
    const { texts, vectors } = batch;
    const index = texts.push(text) - 1;
    const vector = (await vectors)[index];
    if (vector === undefined) throw new Error(`${embedding.backend} gave no vector`);
    return vector;
  };
}

function openBatch(embedding: Embedding, onFull: () => void) {
  const texts: string[] = [];
  const turned = new Promise<void>((resolve) => setImmediate(resolve));
  const vectors = turned.then(() => {
    onFull();
    return embedding.embed(texts);
  });
  return { texts, vectors };
}
