import type { Logger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { withinTime } from '../kernel/time-limit.js';
import type { LearningSemantics } from '../learning/index.js';
import type { CalibratedSimilarity, Embedding, Semantics, SemanticsOptions, Similarity } from '../semantics/index.js';
import { embeddingOf } from './embedding-of.js';
import { semanticsForLearning } from './semantics-for-learning.js';
import { sendEmbeddingRequest } from './send-embedding-request.js';

/** The comparison a council makes, and what else is done with the same embedding. */
export interface CouncilSimilarities {
  readonly answers: Similarity;
  /** For stored vectors; undefined where only words are compared. Rejects while the configured one does not answer. */
  readonly embedding: () => Promise<Embedding | undefined>;
  /** Needs no other program, for the time in which `embedding` does not answer. */
  readonly fallbackEmbedding: () => Promise<Embedding | undefined>;
  /** Groups vectors in a worker thread. */
  readonly cluster: Semantics['cluster'];
  /** For learning. Rejects while the configured embedding does not answer. */
  readonly semantics: () => Promise<LearningSemantics>;
  readonly fallbackSemantics: () => Promise<LearningSemantics>;
  /** Loads what the first comparison needs, so that it does not wait for it. */
  readonly load: () => Promise<void>;
  /** Ends threads and processes that comparisons have started. */
  readonly close: () => Promise<void>;
}

type Use = 'long_answers';

/**
 * Opened at the first comparison: the start of the program should not wait for it. A backend that is another program
 * may be missing, stop or hang; the builtin one then takes over for a while, and word statistics where even that fails.
 */
export function openSimilarities(options: SemanticsOptions, logger: Logger): CouncilSimilarities {
  const preferred = createSource(options);
  const builtin = createSource({ ...options, embedding: options.embedding === 'none' ? 'none' : 'builtin' });
  let avoidUntil = 0;

  const measure = async (a: string, b: string, use: Use) => {
    if (performance.now() >= avoidUntil) {
      try {
        return await withinTime(LIMIT, async () => (await preferred.open()).measure(a, b, use));
      } catch (error) {
        avoidUntil = performance.now() + PAUSE_MS;
        // One that is still loading its model may be ready after the pause.
        if (!preferred.isOpening) preferred.forget();
        logger.log('warn', 'comparison_failed', { message: String(error), insteadMs: PAUSE_MS });
      }
    }
    try {
      return await (await builtin.open()).measure(a, b, use);
    } catch (error) {
      logger.log('error', 'builtin_comparison_failed', { message: String(error) });
      const words = await wordsOnly(use);
      return words.measure(a, b);
    }
  };

  const comparison = (use: Use): Similarity => {
    // A deliberation of one round compares nothing.
    let backend = 'none';
    return {
      get backend() {
        return backend;
      },
      compare: async (a, b) => {
        const measured = await measure(a, b, use);
        backend = measured.backend;
        return measured.score;
      },
    };
  };
  return {
    answers: comparison('long_answers'),
    embedding: () => withinTime(LIMIT, () => embeddingOf(preferred.open)),
    fallbackEmbedding: () => embeddingOf(builtin.open),
    semantics: () => withinTime(LIMIT, () => semanticsForLearning(preferred.open)),
    fallbackSemantics: () => semanticsForLearning(builtin.open),
    // Every semantics has the same threads for it; the builtin one is there without waiting for another program.
    cluster: async (points, request) => (await builtin.open()).cluster(points, request),
    load: async () => {
      await measure('one text', 'another text', 'long_answers');
    },
    close: async () => {
      await Promise.all([preferred.close(), builtin.close()]);
    },
  };
}

const LIMIT = { maxMs: 4_000 };
const PAUSE_MS = 300_000;

function createSource(options: SemanticsOptions) {
  const closing = new AbortController();
  const closed: Promise<void>[] = [];
  let isOpening = false;
  const source = openOnce(async () => {
    closing.signal.throwIfAborted();
    isOpening = true;
    try {
      const { createSemantics } = await import('../semantics/index.js');
      return await createSemantics({ ...options, signal: closing.signal }, sendEmbeddingRequest);
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

async function wordsOnly(use: Use): Promise<CalibratedSimilarity> {
  const { createSimilarity } = await import('../semantics/index.js');
  return createSimilarity({ use });
}
