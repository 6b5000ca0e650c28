export { createJaccardSimilarity } from './jaccard.js';
export { sameOption } from './same-option.js';
export type { Similarity } from './similarity.js';
