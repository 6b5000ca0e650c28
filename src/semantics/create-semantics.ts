import { UserError } from '../kernel/user-error.js';
import { checkClusterPoints, checkClusterRequest, checkSemanticsOptions, checkTexts } from './check-requests.js';
import type { SelectionMethod } from './clustering/clustering.js';
import { createBuiltinEmbedding, type EmbedElsewhere } from './embedding/builtin-embedding.js';
import { chooseEmbedding, type EmbeddingSources, openEmbedding } from './embedding/choose-embedding.js';
import { type EmbeddedWith, type Embedding, type EmbeddingBackend, embeddedWith } from './embedding/embedding.js';
import { EmbeddingError } from './embedding/embedding-error.js';
import type { SendRequest } from './embedding/send-request.js';
import { sameOption } from './options/same-option.js';
import { createPool, type Pool } from './pool/create-pool.js';
import { SHORT_TASKS } from './pool/tasks.js';
import { calibrationOf } from './similarity/calibrate-embedding.js';
import type { SimilarityBackend, SimilarityUse } from './similarity/calibration.js';
import {
  type CalibratedSimilarity,
  createSimilarity,
  type MeasuredSimilarity,
} from './similarity/create-similarity.js';
import { FITTED } from './similarity/fitted-calibration.js';
import { invertMap, mapScore } from './similarity/score-map.js';

export interface SemanticsOptions {
  /** `auto` takes the best that is there; `none` compares by words alone. Default: `auto`. */
  readonly embedding?: 'auto' | 'none' | EmbeddingBackend;
  readonly ollama?: { readonly baseUrl?: string; readonly model?: string };
  readonly transformers?: { readonly model?: string };
  /** Threads that cluster, at most; one more embeds. Default: `auto`, which leaves a core to the rest. */
  readonly workers?: number | 'auto';
  /** Gives up opening: looking for a backend, loading its model. */
  readonly signal?: AbortSignal;
}

export interface Semantics {
  /** What texts are compared with. */
  readonly backend: SimilarityBackend;
  /** To be kept with stored vectors; undefined without embeddings. */
  readonly embeddedWith: EmbeddedWith | undefined;
  /** One vector of length 1 per text. */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<Float32Array[]>;
  /** From 0 (unrelated) to 1 (same meaning). Without a `use`, the texts' length decides. */
  similarity(a: string, b: string, use?: SimilarityUse): Promise<number>;
  /** From a cosine of two vectors to that of the builtin embedding for texts as similar, so that one limit fits every model. */
  builtinScale(use: SimilarityUse): Promise<(cosine: number) => number>;
  /** The same with the backend that it rests on, which may be another one than usual when that has failed. */
  measure(a: string, b: string, use?: SimilarityUse): Promise<MeasuredSimilarity>;
  /**
   * Whether two short texts name the same option of a vote. Conservative: only spelling, decoration and the frame of a
   * choice ("we should use …") may differ; other words for the same thing are not recognized.
   */
  sameOption(a: string, b: string): Promise<boolean>;
  /** Exact HDBSCAN in a worker thread. The data stay the caller's. */
  cluster(points: ClusterPoints, options: ClusterRequest): Promise<ClusterResult>;
  /** Ends worker threads and processes; what is under way is rejected. Closing again does nothing. */
  close(): Promise<void>;
}

export interface ClusterPoints {
  /** The points one after the other. */
  readonly data: Float32Array | Float64Array;
  readonly dimensions: number;
}

export interface ClusterRequest {
  readonly minClusterSize: number;
  /** Counts the point itself. Default: `minClusterSize`. */
  readonly minSamples?: number;
  readonly method?: SelectionMethod;
  readonly allowSingleCluster?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface ClusterResult {
  /** For each point the number of its cluster, or -1 for noise. */
  readonly labels: Int32Array;
  readonly probabilities: Float64Array;
  /** For each cluster. */
  readonly stabilities: Float64Array;
}

/**
 * Rejects with a `UserError` for options it cannot act on, and when a backend asked for by name is not to be had.
 * `send` is the way to Ollama; without it that backend is not available.
 */
export async function createSemantics(options: SemanticsOptions = {}, send?: SendRequest): Promise<Semantics> {
  checkSemanticsOptions(options);
  const { workers = 'auto' } = options;
  const pool = createPool({ shortTasks: SHORT_TASKS, ...(workers !== 'auto' && { threads: workers }) });
  const embedElsewhere: EmbedElsewhere = (texts, signal) => embedInPool(pool, texts, signal);
  const embedding = await findEmbedding(options, { embedElsewhere, send });
  const fallback = await openFallback(embedding, embedElsewhere);
  const similarities = new Map<SimilarityUse, CalibratedSimilarity>();
  const similarityFor = (use: SimilarityUse): CalibratedSimilarity => {
    const similarity = similarities.get(use) ?? createSimilarity({ embedding, fallback, use });
    similarities.set(use, similarity);
    return similarity;
  };
  const measure: Semantics['measure'] = async (a, b, use) => {
    checkTexts([a, b]);
    return similarityFor(use ?? useFor(a, b)).measure(a, b);
  };
  return {
    backend: embedding?.backend ?? 'tfidf',
    embeddedWith: embedding === undefined ? undefined : embeddedWith(embedding),
    embed: async (texts, { signal } = {}) => {
      checkTexts(texts);
      if (embedding === undefined) throw new UserError('validation_error', WITHOUT_EMBEDDING);
      return embedding.embed(texts, signal);
    },
    builtinScale: async (use) => {
      if (embedding === undefined || embedding.backend === 'builtin') return (cosine) => cosine;
      const map = (await calibrationOf(embedding))[use];
      const toBuiltin = invertMap(FITTED.builtin[use]);
      return (cosine) => mapScore(toBuiltin, mapScore(map, cosine));
    },
    similarity: async (a, b, use) => (await measure(a, b, use)).score,
    measure,
    sameOption: async (a, b) => {
      checkTexts([a, b]);
      return sameOption(a, b);
    },
    cluster: async (points, request) => {
      checkClusterPoints(points);
      checkClusterRequest(request);
      return clusterInPool(pool, points, request);
    },
    close: async () => {
      await Promise.all([pool.close(), embedding?.close?.()]);
    },
  };
}

const WITHOUT_EMBEDDING = 'there is no embedding to embed with; choose one by the option "embedding"';

async function findEmbedding(
  options: SemanticsOptions,
  own: Pick<EmbeddingSources, 'embedElsewhere' | 'send'>,
): Promise<Embedding | undefined> {
  const wanted = options.embedding ?? 'auto';
  if (wanted === 'none') return undefined;
  const sources: EmbeddingSources = {
    ...own,
    signal: options.signal,
    ...(options.ollama !== undefined && { ollama: options.ollama }),
    ...(options.transformers !== undefined && { transformers: options.transformers }),
  };
  if (wanted === 'auto') return chooseEmbedding(sources);
  try {
    return await openEmbedding(wanted, sources);
  } catch (error) {
    if (error instanceof EmbeddingError) throw new UserError('not_found', error.message);
    throw error;
  }
}

/** Another program may stop at any time; comparisons then go on with what cannot. */
async function openFallback(
  embedding: Embedding | undefined,
  embedElsewhere: EmbedElsewhere,
): Promise<Embedding | undefined> {
  if (embedding === undefined || embedding.backend === 'builtin') return undefined;
  return createBuiltinEmbedding(embedElsewhere).catch(() => undefined);
}

async function embedInPool(pool: Pool, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
  const { data, dimensions } = await pool.run('embed-batch', { texts }, { signal });
  // Copies, so that each vector has memory of its own and can be moved or kept alone.
  return texts.map((_, index) => data.slice(index * dimensions, (index + 1) * dimensions));
}

async function clusterInPool(pool: Pool, points: ClusterPoints, request: ClusterRequest): Promise<ClusterResult> {
  const { signal, onProgress, ...settings } = request;
  const { data, dimensions } = points;
  try {
    // A copy, because it is moved to the worker and the caller's would be empty afterwards.
    return await pool.run('cluster', { data: data.slice(), dimensions, ...settings }, { signal, onProgress });
  } catch (error) {
    // Looking at every number is the worker's part: it would hold up the event loop here.
    if (error instanceof RangeError) throw new UserError('validation_error', error.message);
    throw error;
  }
}

/** Long texts on one subject are alike whatever they say: they have a scale of their own. */
function useFor(a: string, b: string): SimilarityUse {
  return Math.min(a.length, b.length) >= LONG_TEXT ? 'long_answers' : 'questions';
}

const LONG_TEXT = 500;
