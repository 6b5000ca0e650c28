import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { settleWithin } from '../../kernel/time-limit.js';
import type { Embedding } from '../../semantics/index.js';
import { StorageError } from '../../storage/index.js';
import type { MemoryDatabase, MemoryRow } from './memory-database.js';
import type { MemoryEmbedding } from './memory-embedding.js';
import { createMemoryIndex, type MemoryIndex } from './memory-index.js';
import { type MemoryRows, toMemory } from './memory-rows.js';
import { DEFAULT_RESULTS, type MemoryResult, type MemoryStore } from './memory-store.js';
import { type NewMemoriesContext, newMemories } from './new-memories.js';

export interface StoreContext extends NewMemoriesContext {
  readonly database: MemoryDatabase;
  readonly rows: MemoryRows;
  readonly embedding: MemoryEmbedding;
  readonly logger: Logger;
}

/** Keeps memories in `memories.db` and needs no other program. Without an embedding it compares words. */
export function createEmbeddedStore(context: StoreContext): MemoryStore {
  const { rows, logger } = context;
  const { database } = context.database;
  const index = createMemoryIndex(context.database);
  const closing = new AbortController();

  const prepareEmbedding = createPreparation(context, index, closing.signal);

  async function find(queryText: string, limit: number, project?: string): Promise<MemoryResult[]> {
    const prepared = await prepareEmbedding(queryText);
    const query = { text: queryText, vector: prepared?.vector, limit, project };
    const found = await index.search(query, prepared?.embedding);
    return database.read((connection) =>
      found.flatMap(({ number, score }) => {
        const row = connection.first<MemoryRow>('SELECT * FROM memories WHERE number = ?', [number]);
        return row === undefined ? [] : [{ ...toMemory(row), distance: 1 - score }];
      }),
    );
  }

  const orDegraded = <Value>(work: () => Promise<Value>, degraded: Value): Promise<Value> =>
    work().catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error;
      logger.log('warn', 'memory.unavailable', { message: error.message });
      return degraded;
    });

  return {
    addMemories: (request) =>
      orDegraded(
        async () => {
          if (request.memories.length === 0) return { added: 0 };
          const memories = await newMemories(context, request);
          await rows.put(memories);
          index.noteChange();
          await prepareEmbedding();
          return { added: memories.length };
        },
        { added: 0 },
      ),
    queryMemories: ({ queryText, nResults = DEFAULT_RESULTS, project }) =>
      orDegraded<readonly MemoryResult[]>(() => find(queryText, nResults, project), []),
    isMemoryAvailable: async () => !closing.signal.aborted,
    exportMemories: () => rows.all(),
    async forgetMemories(filter) {
      const forgotten = await rows.forget(filter, false);
      index.noteChange();
      return { forgotten: forgotten.length };
    },
    async close() {
      closing.abort(new Error('the memory was closed'));
      await database.close();
    },
  };
}

/** Gets the embedding, the vector of a query, and the vectors of new memories; undefined if there is no embedding now. */
function createPreparation(context: StoreContext, index: MemoryIndex, closing: AbortSignal) {
  let running: Promise<void> | undefined;
  const embedMissing = (model: Omit<Embedding, 'close'>): Promise<void> => {
    running ??= index.embedMissing(model, closing).finally(() => {
      running = undefined;
    });
    return running;
  };

  return async (queryText?: string) => {
    try {
      const settled = await settleWithin({ maxMs: EMBEDDING_LIMIT_MS, signal: closing }, async (signal) => {
        const embedding = await context.embedding();
        if (embedding === undefined) return undefined;
        const [vector] = queryText === undefined ? [] : await embedding.embed([queryText], signal);
        // Thousands take longer: they are done in the background, and this query finds them by words.
        await settleWithin({ maxMs: EMBEDDING_LIMIT_MS / 2, signal }, () => embedMissing(embedding));
        return { embedding, vector };
      });
      return settled.ok ? settled.value : undefined;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      context.logger.log('warn', 'memory.compared_by_words', { message: errorMessage(error) });
      return undefined;
    }
  };
}

/** A model may be another program that hangs; words are compared then. */
const EMBEDDING_LIMIT_MS = 1_500;
