import { systemClock } from '../../kernel/clock.js';
import { cutText } from '../../kernel/cut-text.js';
import { silentLogger } from '../../kernel/logger.js';
import type { ChromaServer } from './chroma-server.js';
import { createChromaStore } from './chroma-store.js';
import { createEmbeddedStore } from './embedded-store.js';
import { type MemoryDatabaseOptions, openMemoryDatabase } from './memory-database.js';
import type { MemoryEmbedding } from './memory-embedding.js';
import { createMemoryRows } from './memory-rows.js';
import { MAX_MEMORY_LENGTH, type MemoryResult, type MemoryStore } from './memory-store.js';

export interface MemoryOptions extends MemoryDatabaseOptions {
  /** It stays its owner's to close. */
  readonly embedding: MemoryEmbedding;
  /** Takes secrets out of a text before it is stored. */
  readonly redact: (text: string) => Promise<string>;
  /** Without it memories are kept in `memories.db` alone. */
  readonly chroma?: ChromaServer | undefined;
}

/** Throws a `StorageError` if `memories.db` cannot be used. Does not wait for the server. */
export async function openMemory(options: MemoryOptions): Promise<MemoryStore> {
  const { embedding, redact, chroma, ...databaseOptions } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  const database = await openMemoryDatabase(databaseOptions);
  const context = { database, rows: createMemoryRows(database, logger), embedding, redact, clock, logger };
  const store = chroma === undefined ? createEmbeddedStore(context) : createChromaStore({ ...context, server: chroma });
  return { ...store, queryMemories: async (query) => (await store.queryMemories(query)).map(cutMemory) };
}

/** Another program may have stored a whole book. */
function cutMemory(memory: MemoryResult): MemoryResult {
  const { content, metadata } = memory;
  const tags = cutText(metadata.tags, MAX_TAGS_LENGTH);
  return { ...memory, content: cutText(content, MAX_MEMORY_LENGTH), metadata: { ...metadata, tags } };
}

const MAX_TAGS_LENGTH = 500;
