import { z } from 'zod';
import { count, flag, seconds, share } from './setting.js';

export const decisionGraphSchema = z.strictObject({
  // A project may only reduce the text about past decisions in prompts.
  enabled: flag(true, 'switch-off'),
  similarity_threshold: share(0.6, 'raise'),
  max_context_decisions: count(3, [0, 20], 'lower'),
  context_token_budget: count(1000, [0, 20_000], 'lower'),
  strong_match: share(0.75, 'raise'),
  query_cache_size: count(200, [0, 100_000], 'lower'),
  embedding_cache_size: count(500, [0, 100_000], 'lower'),
  query_ttl: seconds(300, 'lower'),
});

/** The fields are described by `DecisionGraphSettings` in `src/decisions`. */
export function normalizeDecisionGraph(graph: z.output<typeof decisionGraphSchema>) {
  return {
    enabled: graph.enabled,
    similarityThreshold: graph.similarity_threshold,
    maxContextDecisions: graph.max_context_decisions,
    contextTokenBudget: graph.context_token_budget,
    strongMatch: graph.strong_match,
    queryCacheSize: graph.query_cache_size,
    embeddingCacheSize: graph.embedding_cache_size,
    queryTtlMs: graph.query_ttl * 1000,
  };
}
