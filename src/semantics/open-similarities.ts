import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { withinTime } from '../kernel/time-limit.js';
import type { Embedding } from './embedding/embedding.js';
import type { SendRequest } from './embedding/send-request.js';
import type { Semantics, SemanticsOptions } from './semantics.js';
import type { Similarity } from './similarity.js';

/** How the council compares answers, and everything else that uses the same embedding. */
/** A semantics that outlives one that was closed after a failure and opened again. */
type LastingSemantics = Pick<Semantics, 'embeddedWith' | 'embed' | 'builtinScale' | 'similarity' | 'cluster'>;

export interface Similarities {
  readonly answers: Similarity;
  /** For stored vectors; undefined where only words are compared. Rejects while the configured one does not answer. */
  readonly embedding: () => Promise<Embedding | undefined>;
  /** Needs no other program; for the time in which `embedding` does not answer. */
  readonly fallbackEmbedding: () => Promise<Embedding | undefined>;
  /** Groups vectors in a worker thread. */
  readonly cluster: Semantics['cluster'];
  /** Lays out a map in a worker thread. */
  readonly layOut: Semantics['layOut'];
  /** For learning. Rejects while the configured embedding does not answer. */
  readonly semantics: () => Promise<LastingSemantics>;
  readonly fallbackSemantics: () => Promise<LastingSemantics>;
  /** Loads what the first comparison needs, so that it does not wait for it. */
  readonly load: () => Promise<void>;
  /** How texts are compared, as a sentence. */
  readonly describe: () => Promise<string>;
  /** Ends threads and processes that comparisons have started. */
  readonly close: () => Promise<void>;
}

const LIMIT = { maxMs: 4_000 };
const PAUSE_MS = 300_000;
const USE = 'long_answers';

/**
 * Opened at the first comparison: the start of the program should not wait for it. A backend that is another program
 * may be missing, stop or hang; the builtin one then takes over for a while, and word statistics where even that fails.
 */
export function openSimilarities(options: SemanticsOptions, send: SendRequest, logger: Logger): Similarities {
  const preferred = createSource(options, send);
  const builtin = createSource({ ...options, embedding: options.embedding === 'none' ? 'none' : 'builtin' }, send);
  const measure = createMeasure(preferred, builtin, logger);
  // A deliberation of one round compares nothing.
  let backend = 'none';
  return {
    answers: {
      get backend() {
        return backend;
      },
      compare: async (a, b) => {
        const measured = await measure(a, b);
        backend = measured.backend;
        return measured.score;
      },
    },
    embedding: () => withinTime(LIMIT, () => embeddingOf(preferred.open)),
    fallbackEmbedding: () => embeddingOf(builtin.open),
    semantics: () => withinTime(LIMIT, () => semanticsForLearning(preferred.open)),
    fallbackSemantics: () => semanticsForLearning(builtin.open),
    // Every semantics has the same threads for it; the builtin one is there without waiting for another program.
    cluster: async (points, request) => (await builtin.open()).cluster(points, request),
    layOut: async (points, request) => (await builtin.open()).layOut(points, request),
    async load() {
      await measure('one text', 'another text');
    },
    async describe() {
      const { embeddedWith, backend } = await preferred.open();
      return embeddedWith === undefined
        ? `words only (${backend})`
        : `${backend}: ${embeddedWith.model}, ${embeddedWith.dimensions} dimensions`;
    },
    async close() {
      await Promise.all([preferred.close(), builtin.close()]);
    },
  };
}

type Source = ReturnType<typeof createSource>;

function createSource(options: SemanticsOptions, send: SendRequest) {
  const closing = new AbortController();
  const closed: Promise<void>[] = [];
  let isOpening = false;
  const source = openOnce(async () => {
    closing.signal.throwIfAborted();
    isOpening = true;
    try {
      const { createSemantics } = await import('./index.js');
      return await createSemantics({ ...options, signal: closing.signal }, send);
    } finally {
      isOpening = false;
    }
  });
  const forget = (): void => {
    const current = source.opened();
    if (current === undefined) return;
    closed.push(current.then((semantics) => semantics.close()).catch(() => undefined));
    source.forget(current);
  };
  return {
    open: source.open,
    get isOpening() {
      return isOpening;
    },
    forget,
    close: async () => {
      closing.abort(new Error('the program ends'));
      forget();
      await Promise.all(closed);
    },
  };
}

function createMeasure(preferred: Source, builtin: Source, logger: Logger) {
  let avoidUntil = 0;
  return async (a: string, b: string) => {
    if (performance.now() >= avoidUntil) {
      try {
        return await withinTime(LIMIT, async () => (await preferred.open()).measure(a, b, USE));
      } catch (error) {
        avoidUntil = performance.now() + PAUSE_MS;
        // One that is still loading its model may be ready after the pause.
        if (!preferred.isOpening) preferred.forget();
        logger.log('warn', 'comparison_failed', { message: String(error), insteadMs: PAUSE_MS });
      }
    }
    try {
      return await (await builtin.open()).measure(a, b, USE);
    } catch (error) {
      logger.log('error', 'builtin_comparison_failed', { message: String(error) });
      const { createSimilarity } = await import('./index.js');
      return createSimilarity({ use: USE }).measure(a, b);
    }
  };
}

/**
 * The embedding of a semantics, for stored vectors. It is opened again for every text: a failed comparison may have
 * closed it, and the next one may use another model, whose vectors must not be compared with the stored ones.
 */
async function embeddingOf(open: () => Promise<Semantics>): Promise<Embedding | undefined> {
  const { EmbeddingError, isEmbeddedWith } = await import('./index.js');
  const { embeddedWith } = await open();
  if (embeddedWith === undefined) return undefined;
  const { backend, model } = embeddedWith;
  return {
    ...embeddedWith,
    async embed(texts, signal) {
      const semantics = await open().catch((error: unknown) => {
        throw new EmbeddingError(backend, 'unreachable', `${backend} cannot be opened: ${String(error)}`, error);
      });
      if (!isEmbeddedWith(semantics.embeddedWith, embeddedWith)) {
        throw new EmbeddingError(
          backend,
          'unreachable',
          `${backend} no longer has the model ${model}; start Witan again`,
        );
      }
      return semantics.embed(texts, signal === undefined ? {} : { signal });
    },
  };
}

async function semanticsForLearning(open: () => Promise<Semantics>): Promise<LastingSemantics> {
  const [{ embeddedWith }, embedding] = await Promise.all([open(), embeddingOf(open)]);
  return {
    embeddedWith,
    embed: async (texts, { signal } = {}) =>
      // Without an embedding the semantics itself says so, in its own words.
      embedding === undefined ? (await open()).embed(texts) : embedding.embed(texts, signal),
    builtinScale: async (use) => (await open()).builtinScale(use),
    similarity: async (a, b, use) => (await open()).similarity(a, b, use),
    cluster: async (points, request) => (await open()).cluster(points, request),
  };
}
