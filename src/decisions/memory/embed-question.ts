import { createBreaker } from '../../kernel/create-breaker.js';
import type { Logger } from '../../kernel/logger.js';
import type { Database } from '../../storage/index.js';
import { withoutSharedPreamble } from '../store/shared-preamble.js';
import { embedUnsearchable, MAX_EMBEDDED_AT_ONCE } from './embed-unsearchable.js';
import type { Memory, MemorySource } from './open-memory.js';

export interface QuestionEmbedder {
  /** The vector of a question, and the decisions that were embedded by the same model. */
  embed(question: string, signal?: AbortSignal): Promise<{ readonly memory: Memory; readonly vector: Float32Array }>;
  /** The decisions alone. */
  open(): Promise<Memory>;
  /** Why the fallback was used last time; undefined if it was not. */
  problem(): string | undefined;
}

export interface QuestionEmbedderOptions {
  readonly database: Database;
  readonly usual: MemorySource;
  /** Used while `usual` does not answer. Its vectors stay in memory. */
  readonly fallback: MemorySource;
  readonly logger: Logger;
}

export function createQuestionEmbedder(options: QuestionEmbedderOptions): QuestionEmbedder {
  const { database, usual, fallback, logger } = options;
  const breaker = createBreaker({ maxMs: 4_000, pauseMs: 15_000 });

  async function withFallback<Value>(
    work: (memory: Memory) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<{ memory: Memory; value: Value }> {
    try {
      const memory = await breaker.attempt(() => usual.open());
      await memory.index.refresh();
      const value = await breaker.attempt(async () => {
        await embedUnsearchable(database, memory, { max: MAX_EMBEDDED_AT_ONCE, signal });
        return work(memory);
      });
      return { memory, value };
    } catch (error) {
      signal?.throwIfAborted();
      logger.log('warn', 'decisions.fallback_embedding', { message: String(error) });
      const memory = await fallback.open();
      await memory.index.refresh();
      await embedUnsearchable(database, memory, { max: MAX_FALLBACK, signal });
      return { memory, value: await work(memory) };
    }
  }

  return {
    async embed(question, signal) {
      const subject = await database.read((connection) => withoutSharedPreamble(connection, question));
      const { memory, value: vector } = await withFallback(({ space }) => space.embedOne(subject, signal), signal);
      return { memory, vector };
    },
    open: async () => (await withFallback(async () => undefined)).memory,
    problem: () => breaker.problem(),
  };
}

/** Takes about a second. */
const MAX_FALLBACK = 20_000;
