import type { DecisionGraph } from '../model/decision-graph.js';
import type { Cluster } from '../topics/find-topics.js';
import { analyzePatterns, type Patterns } from './analyze-patterns.js';
import { checkQuery, type DecisionQuery } from './decision-query.js';
import { type Contradictions, findContradictions } from './find-contradictions.js';
import { findSimilar, type SimilarDecisions } from './find-similar.js';
import { type Evolution, traceEvolution } from './trace-evolution.js';

export type QueryAnswer = (SimilarDecisions | Contradictions | Evolution | Patterns) & {
  /** Says what is missing from the answer because it cannot be read. */
  readonly warning?: string;
};

/** One question to the graph, the same for every entry point. Rejects with a `UserError` for one it cannot answer. */
export async function answerQuery(
  graph: DecisionGraph,
  query: DecisionQuery,
  { cluster }: { readonly cluster: Cluster },
): Promise<QueryAnswer> {
  const { about, ...request } = checkQuery(query);
  switch (about.kind) {
    case 'similar':
      return findSimilar(graph, { ...request, text: about.text });
    case 'contradictions':
      return findContradictions(graph, request);
    case 'evolution':
      return traceEvolution(graph, { ...request, id: about.id });
    case 'patterns':
      return analyzePatterns(graph, { ...request, cluster });
  }
}
