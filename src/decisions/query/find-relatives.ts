import { choseDifferently } from '../model/compare-winners.js';
import type { Decision, Outcome } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { isSettled, judgeContradiction } from './find-contradictions.js';
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
  /** contradicts: a similar question that was decided differently, and no outcome says that one replaced the other. */
  readonly relation: Relation | 'contradicts';
  readonly score: number;
  /** Which of two that contradict each other to follow, and why. */
  readonly because: string | null;
}

/** What came of the same and of similar questions, before and after a decision; the most closely related 40. */
export async function findRelatives(graph: DecisionGraph, idOrPrefix: string, now: Date): Promise<Relatives> {
  const start = await graph.resolve(idOrPrefix);
  await graph.drain({ maxMs: LINKING_MS });
  const related = await gatherRelated(graph, start, { limit: MAX_RELATIVES, threshold: MIN_SCORE });
  related.sort((a, b) => byTime(a.decision, b.decision));
  return { relatives: related.map((each) => describe(start, each, now)) };
}

const MAX_RELATIVES = 40;
const MIN_SCORE = 0.6;

function describe(start: Decision, { decision, relation, score }: RelatedDecision, now: Date): Relative {
  const [first, second] = byTime(decision, start) < 0 ? [decision, start] : [start, decision];
  const pair = { first, second, score };
  const isSimilar = relation === 'related' || relation === 'repeats';
  const contradicts = isSimilar && !isSettled(pair) && choseDifferently(first, second);
  return {
    id: decision.id,
    question: decision.question,
    winning_option: decision.winningOption,
    decided_at: decision.decidedAt.toISOString(),
    outcome: decision.outcome?.outcome ?? null,
    relation: contradicts ? 'contradicts' : relation,
    score: rounded(score),
    because: contradicts ? judgeContradiction(pair, now).because : null,
  };
}
