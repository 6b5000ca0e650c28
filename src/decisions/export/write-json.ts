import type { ArchivedFilter, DecisionGraph } from '../model/decision-graph.js';
import { decisionToJson } from './decision-to-json.js';

export const JSON_EXPORT = { format: 'witan-decisions', version: 1 } as const;

/** One decision per line, so that a line tool can look into it; `witan decisions import` reads it back. */
export async function* writeJson(
  graph: DecisionGraph,
  { archived, now }: { readonly archived: ArchivedFilter; readonly now: Date },
): AsyncGenerator<string> {
  const head = JSON.stringify({ ...JSON_EXPORT, exported_at: now.toISOString() }).slice(0, -1);
  yield `${head},"decisions":[`;
  let separator = '\n';
  for await (const decision of graph.all({ archived })) {
    const neighbors = await graph.neighborsOf(decision.id);
    yield `${separator}${JSON.stringify({ ...decisionToJson(decision), neighbours: neighbors })}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
