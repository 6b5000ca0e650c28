// The package's export `witan/semantics`. As in council.ts, everything is imported file by file: the declarations that
// a user of the library loads then reach nothing but each other.

import { createSemantics as createSemanticsWith } from '../../semantics/create-semantics.js';
import type { Semantics, SemanticsOptions } from '../../semantics/semantics.js';
import { sendEmbeddingRequest } from '../send-embedding-request.js';

/** Rejects with a `UserError` for options it cannot act on, and when a backend asked for by name is not available. */
export function createSemantics(options: SemanticsOptions = {}): Promise<Semantics> {
  return createSemanticsWith(options, sendEmbeddingRequest);
}

export { UserError } from '../../kernel/user-error.js';
export { type EmbeddedWith, type EmbeddingBackend, isEmbeddedWith } from '../../semantics/embedding/embedding.js';
export { EmbeddingError } from '../../semantics/embedding/embedding-error.js';
export { PoolError } from '../../semantics/pool/pool-error.js';
export type {
  ClusterPoints,
  ClusterRequest,
  ClusterResult,
  Semantics,
  SemanticsOptions,
} from '../../semantics/semantics.js';
export type { MeasuredSimilarity } from '../../semantics/similarity/create-similarity.js';
export type { SimilarityBackend, SimilarityUse } from '../../semantics/similarity/score-map.js';
export { createVectorIndex, type Match, type VectorIndex } from '../../semantics/vector-index/create-vector-index.js';
export { blobToVector, vectorToBlob } from '../../semantics/vector-index/vector-blob.js';
