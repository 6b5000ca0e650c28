import type { Outcome } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { rounded } from './find-similar.js';
import { byTime, gatherRelated, LINKING_MS, type RelatedDecision, type Relation } from './trace-evolution.js';

export interface Relatives {
  /** Oldest first; the decision itself is among them. */
  readonly relatives: readonly Relative[];
}

interface Relative {
  readonly id: string;
  readonly question: string;
  readonly winning_option: string | null;
  readonly decided_at: string;
  readonly outcome: Outcome['outcome'] | null;
  readonly relation: Relation;
  readonly score: number;
}

/** What came of the same and of similar questions, before and after a decision; the most closely related 40. */
export async function findRelatives(graph: DecisionGraph, idOrPrefix: string): Promise<Relatives> {
  const start = await graph.resolve(idOrPrefix);
  await graph.drain({ maxMs: LINKING_MS });
  const related = await gatherRelated(graph, start, { limit: MAX_RELATIVES, threshold: MIN_SCORE });
  related.sort((a, b) => byTime(a.decision, b.decision));
  return { relatives: related.map(describe) };
}

const MAX_RELATIVES = 40;
const MIN_SCORE = 0.6;

function describe({ decision, relation, score }: RelatedDecision): Relative {
  return {
    id: decision.id,
    question: decision.question,
    winning_option: decision.winningOption,
    decided_at: decision.decidedAt.toISOString(),
    outcome: decision.outcome?.outcome ?? null,
    relation,
    score: rounded(score),
  };
}
