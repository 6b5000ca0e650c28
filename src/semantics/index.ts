export { createSemantics } from './create-semantics.js';
export { type EmbeddedWith, type Embedding, embeddedWith, isEmbeddedWith } from './embedding/embedding.js';
export { describeFallback, EmbeddingError } from './embedding/embedding-error.js';
export { createJaccardSimilarity } from './jaccard.js';
export { sameOption } from './options/option-words.js';
export type { Semantics, SemanticsOptions } from './semantics.js';
export { createSimilarity } from './similarity/create-similarity.js';
export type { Similarity } from './similarity.js';
export { createVectorIndex, type VectorIndex } from './vector-index/create-vector-index.js';
