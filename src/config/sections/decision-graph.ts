import { z } from 'zod';
import { count, flag, seconds, share } from './setting.js';

export const decisionGraphSchema = z.strictObject({
  // A project may do with fewer and closer decisions, never with more text in every prompt.
  enabled: flag(true, 'switch-off'),
  similarity_threshold: share(0.6, 'raise'),
  max_context_decisions: count(3, 0, 20, 'lower'),
  context_token_budget: count(1000, 0, 20_000, 'lower'),
  strong_match: share(0.75, 'raise'),
  query_cache_size: count(200, 0, 100_000, 'lower'),
  embedding_cache_size: count(500, 0, 100_000, 'lower'),
  query_ttl: seconds(300, 'lower'),
});

export interface DecisionGraphSettings {
  /** Without it nothing is remembered, recalled or offered for queries. */
  readonly enabled: boolean;
  /** Less similar decisions are not recalled; on the calibrated scale of questions. */
  readonly similarityThreshold: number;
  readonly maxContextDecisions: number;
  readonly contextTokenBudget: number;
  /** From here on a decision is told in full. */
  readonly strongMatch: number;
  readonly queryCacheSize: number;
  readonly embeddingCacheSize: number;
  readonly queryTtlMs: number;
}

export function normalizeDecisionGraph(graph: z.output<typeof decisionGraphSchema>): DecisionGraphSettings {
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
