import { UserError } from '../kernel/user-error.js';
import { checkClusterPoints, checkClusterRequest, checkSemanticsOptions, checkTexts } from './check-requests.js';
import { createBuiltinEmbedding, type EmbedElsewhere } from './embedding/builtin-embedding.js';
import { chooseEmbedding, type EmbeddingSources, openEmbedding } from './embedding/choose-embedding.js';
import { type Embedding, embeddedWith } from './embedding/embedding.js';
import { EmbeddingError } from './embedding/embedding-error.js';
import type { SendRequest } from './embedding/send-request.js';
import { sameOption } from './options/option-words.js';
import { createPool, type Pool } from './pool/create-pool.js';
import { SHORT_TASKS } from './pool/tasks.js';
import type { ClusterPoints, ClusterRequest, ClusterResult, Semantics, SemanticsOptions } from './semantics.js';
import { calibrationOf } from './similarity/calibrate-embedding.js';
import type { SimilarityUse } from './similarity/calibration.js';
import { type CalibratedSimilarity, createSimilarity } from './similarity/create-similarity.js';
import { FITTED } from './similarity/fitted-calibration.js';
import { invertMap, mapScore } from './similarity/score-map.js';

/**
 * Rejects with a `UserError` for invalid options, and if a requested backend is not available. `send` connects to Ollama,
 * which is not available without it.
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
    layOut: async (points, request) => {
      checkClusterPoints(points);
      return (await pool.run('layout', { ...points, ...request })).positions;
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

/** Another program may stop at any time, so the builtin embedding is the fallback. */
async function openFallback(
  embedding: Embedding | undefined,
  embedElsewhere: EmbedElsewhere,
): Promise<Embedding | undefined> {
  if (embedding === undefined || embedding.backend === 'builtin') return undefined;
  return createBuiltinEmbedding(embedElsewhere).catch(() => undefined);
}

async function embedInPool(pool: Pool, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
  const { data, dimensions } = await pool.run('embed-batch', { texts }, { signal });
  // Copies, so that each vector has its own memory and can be moved.
  return texts.map((_, index) => data.slice(index * dimensions, (index + 1) * dimensions));
}

async function clusterInPool(pool: Pool, points: ClusterPoints, request: ClusterRequest): Promise<ClusterResult> {
  const { signal, onProgress, movesData = false, ...settings } = request;
  const { dimensions } = points;
  // Moving the array to the worker empties it.
  const data = movesData ? points.data : points.data.slice();
  try {
    return await pool.run('cluster', { data, dimensions, ...settings }, { signal, onProgress });
  } catch (error) {
    // The worker checks every number, which would block the event loop here.
    if (error instanceof RangeError) throw new UserError('validation_error', error.message);
    throw error;
  }
}

/** Long texts on one subject are similar whatever they say, so they have their own scale. */
function useFor(a: string, b: string): SimilarityUse {
  return Math.min(a.length, b.length) >= LONG_TEXT ? 'long_answers' : 'questions';
}

const LONG_TEXT = 500;
