import type { LearningSemantics } from '../learning/index.js';
import type { Semantics } from '../semantics/index.js';
import { embeddingOf } from './embedding-of.js';

/** What learning compares texts with. It outlives a semantics that was closed after a failure and opened again. */
export async function semanticsForLearning(open: () => Promise<Semantics>): Promise<LearningSemantics> {
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
