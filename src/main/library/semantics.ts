// The package's export `witan/semantics`. As in council.ts, everything is imported file by file: the declarations that
// a user of the library loads then reach nothing but each other.

export { UserError } from '../../kernel/user-error.js';
export {
  type ClusterPoints,
  type ClusterRequest,
  type ClusterResult,
  createSemantics,
  type Semantics,
  type SemanticsOptions,
} from '../../semantics/create-semantics.js';
export { type EmbeddedWith, type EmbeddingBackend, isEmbeddedWith } from '../../semantics/embedding/embedding.js';
export { EmbeddingError } from '../../semantics/embedding/embedding-error.js';
export { PoolError } from '../../semantics/pool/pool-error.js';
export type { SimilarityBackend, SimilarityUse } from '../../semantics/similarity/calibration.js';
export type { MeasuredSimilarity } from '../../semantics/similarity/create-similarity.js';
export { createVectorIndex, type Match, type VectorIndex } from '../../semantics/vector-index/create-vector-index.js';
export { blobToVector, vectorToBlob } from '../../semantics/vector-index/vector-blob.js';
