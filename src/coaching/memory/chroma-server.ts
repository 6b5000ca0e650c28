import type { Result } from '../../kernel/result.js';
import type { Memory, MemoryResult } from './memory-store.js';

/**
 * What the coach asks of a ChromaDB server. It computes no vectors: its own model would be downloaded. No call rejects;
 * a failure is a sentence for the log. Calls end with their signal.
 */
export interface ChromaServer {
  /** Without a user name or password. */
  readonly url: string;
  /** Makes it if it is missing. One that exists keeps its metadata. */
  openCollection(name: string, metadata: ChromaMetadata, signal: AbortSignal): ChromaAnswer<ChromaCollection>;
  deleteCollection(name: string, signal: AbortSignal): ChromaAnswer<void>;
  /** Replaces memories with the same id. */
  upsert(collectionId: string, memories: readonly EmbeddedMemory[], signal: AbortSignal): ChromaAnswer<void>;
  query(collectionId: string, query: ChromaQuery, signal: AbortSignal): ChromaAnswer<readonly MemoryResult[]>;
  get(collectionId: string, page: ChromaPage, signal: AbortSignal): ChromaAnswer<readonly Memory[]>;
  deleteSession(collectionId: string, sessionId: string, signal: AbortSignal): ChromaAnswer<void>;
}

type ChromaAnswer<Value> = Promise<Result<Value, string>>;

interface ChromaMetadata {
  /** Which embedding made the vectors. */
  readonly embedding: string;
}

export interface ChromaCollection {
  readonly id: string;
  /** Undefined if another program made the collection. */
  readonly embedding: string | undefined;
}

interface EmbeddedMemory extends Memory {
  readonly vector: Float32Array;
}

interface ChromaQuery {
  readonly vector: Float32Array;
  readonly nResults: number;
  readonly project: string | undefined;
}

interface ChromaPage {
  readonly sessionId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}
