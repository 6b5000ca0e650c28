import { nearestName } from '../kernel/nearest-name.js';
import { UserError } from '../kernel/user-error.js';
import { createBuiltinEmbedding, type EmbedElsewhere } from './embedding/builtin-embedding.js';
import { chooseEmbedding, type EmbeddingSources, openEmbedding } from './embedding/choose-embedding.js';
import { type Embedding, embeddedWith } from './embedding/embedding.js';
import { EmbeddingError } from './embedding/embedding-error.js';
import type { SendRequest } from './embedding/send-request.js';
import { sameOption } from './options/option-words.js';
import { createPool, type Pool } from './pool/create-pool.js';
import { SHORT_TASKS } from './pool/tasks.js';
import type { ClusterPoints, ClusterRequest, ClusterResult, Semantics, SemanticsOptions } from './semantics.js';
import { getCalibration } from './similarity/calibrate-embedding.js';
import { type CalibratedSimilarity, createSimilarity } from './similarity/create-similarity.js';
import { FITTED } from './similarity/fitted-calibration.js';
import { invertMap, mapScore, type SimilarityUse } from './similarity/score-map.js';

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
      const map = (await getCalibration(embedding))[use];
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

// The library is also used without types, where an ignored typo in a field would silently change a result.

function checkSemanticsOptions(options: SemanticsOptions): void {
  checkFields('createSemantics', options, SEMANTICS_FIELDS);
  const { embedding = 'auto', workers = 'auto' } = options;
  if (!EMBEDDINGS.includes(embedding)) wrong('embedding', embedding, `one of ${EMBEDDINGS.join(', ')}`);
  if (workers !== 'auto') checkWhole('workers', workers, 1);
}

function checkTexts(texts: readonly string[]): void {
  if (!Array.isArray(texts)) wrong('texts', texts, 'an array of strings');
  const odd = texts.findIndex((text) => typeof text !== 'string');
  if (odd >= 0) wrong(`text ${odd + 1}`, texts[odd], 'a string');
}

/** Checks that do not read every number. */
function checkClusterPoints(points: ClusterPoints): void {
  checkFields('points', points, POINT_FIELDS);
  const { data, dimensions } = points;
  if (!(data instanceof Float32Array || data instanceof Float64Array)) {
    wrong('data', data, 'a Float32Array or a Float64Array, the points one after the other');
  }
  checkWhole('dimensions', dimensions, 1);
  if (data.length % dimensions !== 0) {
    wrong('the length of data', data.length, `a multiple of dimensions, which is ${dimensions}`);
  }
}

function checkClusterRequest(request: ClusterRequest): void {
  checkFields('the options of cluster', request, CLUSTER_FIELDS);
  checkWhole('minClusterSize', request.minClusterSize, 2);
  if (request.minSamples !== undefined) checkWhole('minSamples', request.minSamples, 1);
}

const EMBEDDINGS: readonly NonNullable<SemanticsOptions['embedding']>[] = [
  'auto',
  'builtin',
  'ollama',
  'transformers',
  'none',
];

type FieldsOf<Shape> = Readonly<Record<keyof Shape, true>>;

const SEMANTICS_FIELDS: FieldsOf<SemanticsOptions> = {
  embedding: true,
  ollama: true,
  transformers: true,
  workers: true,
  signal: true,
};

const POINT_FIELDS: FieldsOf<ClusterPoints> = { data: true, dimensions: true };

const CLUSTER_FIELDS: FieldsOf<ClusterRequest> = {
  minClusterSize: true,
  minSamples: true,
  method: true,
  allowSingleCluster: true,
  splitsLarge: true,
  movesData: true,
  signal: true,
  onProgress: true,
};

function checkFields(name: string, given: object, known: Readonly<Record<string, true>>): void {
  if (typeof given !== 'object' || given === null) wrong(name, given, 'an object');
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(known, field));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, Object.keys(known));
  const fix = meant === undefined ? `known fields are ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`;
  throw new UserError('validation_error', `${name} has no field "${unknown}"; ${fix}`);
}

function checkWhole(name: string, value: number, min: number): void {
  if (!Number.isInteger(value) || value < min) wrong(name, value, `a whole number of at least ${min}`);
}

function wrong(name: string, value: unknown, right: string): never {
  throw new UserError('validation_error', `${name} is ${shown(value)}; it must be ${right}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'object' && value !== null) return value.constructor?.name ?? 'an object';
  return String(value);
}
