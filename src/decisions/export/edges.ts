import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';

/** The tie of two decisions; of several ties the one that says most. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'similar' | 'repeats' | 'superseded_by';
  /** Null where only a recorded successor is known, and no similarity. */
  readonly score: number | null;
}

/** Notes the nodes of a graph as they are written, and then gives the edges between them, each pair once. */
export interface EdgeCollector {
  add(decision: Decision): void;
  edges(graph: DecisionGraph): AsyncIterable<Edge>;
}

export function createEdgeCollector(): EdgeCollector {
  const indexes = new Map<string, number>();
  const recorded: { from: string; to: string; kind: 'repeats' | 'superseded_by' }[] = [];

  // A number per pair: texts would take a hundred megabytes where there are a hundred thousand decisions.
  const toPair = (a: string, b: string): number | undefined => {
    const [one, other] = [indexes.get(a), indexes.get(b)];
    if (one === undefined || other === undefined || one === other) return undefined;
    return Math.min(one, other) * indexes.size + Math.max(one, other);
  };

  return {
    add({ id, duplicateOf, outcome }) {
      indexes.set(id, indexes.size);
      if (outcome !== null && outcome.supersededBy !== null) {
        recorded.push({ from: id, to: outcome.supersededBy, kind: 'superseded_by' });
      }
      if (duplicateOf !== null) recorded.push({ from: id, to: duplicateOf, kind: 'repeats' });
    },
    async *edges(graph) {
      const seen = new Set<number>();
      const isNew = (pair: number | undefined): boolean => {
        if (pair === undefined || seen.has(pair)) return false;
        seen.add(pair);
        return true;
      };
      recorded.sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'superseded_by' ? -1 : 1));
      for (const edge of recorded) {
        if (!isNew(toPair(edge.from, edge.to))) continue;
        const near = (await graph.neighborsOf(edge.from)).find(({ id }) => id === edge.to);
        yield { ...edge, score: near?.score ?? null };
      }
      for (const from of indexes.keys()) {
        for (const { id: to, score } of await graph.neighborsOf(from)) {
          if (isNew(toPair(from, to))) yield { from, to, kind: 'similar', score };
        }
      }
    },
  };
}
