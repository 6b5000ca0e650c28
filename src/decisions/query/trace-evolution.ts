import { NEARLY_SAME_QUESTION } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { type Change, changesBetween, meanConfidence, reasonForChange } from './changes-between.js';
import type { AnswerFormat } from './decision-query.js';
import { rounded } from './find-similar.js';
import { gatherRelated, type RelatedDecision, type Relation } from './gather-related.js';
import { type AnyShownDecision, showDecision } from './show-decision.js';

export interface Evolution {
  readonly type: 'evolution';
  readonly decision_id: string;
  readonly question: string;
  readonly count: number;
  /** Oldest first. */
  readonly results: readonly EvolutionStep[];
  /** Said where there is nothing to compare with. */
  readonly note?: string;
}

type EvolutionStep = AnyShownDecision & {
  /** supersedes: the decision in question replaced it. */
  readonly relation: Relation;
  readonly score: number;
  /** Of those who voted for what won, the mean; null without such votes. */
  readonly confidence: number | null;
  /** Against the step before. */
  readonly changes: readonly Change[];
  readonly why: string | null;
};

export interface EvolutionRequest {
  readonly id: string;
  readonly limit: number;
  readonly threshold: number;
  readonly format: AnswerFormat;
}

/** How a question was decided over time: related decisions in order, and what each changed about the one before. */
export async function traceEvolution(graph: DecisionGraph, request: EvolutionRequest): Promise<Evolution> {
  const start = await graph.resolve(request.id);
  await graph.drain({ maxMs: LINKING_MS });
  const related = await gatherRelated(graph, start, request);
  const inTime = related.sort((a, b) => byTime(a.decision, b.decision));
  const results = inTime.map((step, index) => describeStep(step, inTime[index - 1], request.format));
  const evolution = {
    type: 'evolution',
    decision_id: start.id,
    question: start.question,
    count: results.length,
    results,
  } as const;
  if (results.length > 1) return evolution;
  const note = `no other decision is as similar as ${request.threshold}; a lower threshold looks further`;
  return { ...evolution, note };
}

const LINKING_MS = 1_000;

function byTime(a: Decision, b: Decision): number {
  return a.decidedAt.getTime() - b.decidedAt.getTime() || (a.id < b.id ? -1 : 1);
}

function describeStep(
  { decision, relation, score }: RelatedDecision,
  before: RelatedDecision | undefined,
  format: AnswerFormat,
): EvolutionStep {
  const isNearlySame = Math.min(score, before?.score ?? 0) >= NEARLY_SAME_QUESTION;
  const changes = before === undefined ? [] : changesBetween(before.decision, decision, isNearlySame);
  const why = before === undefined ? null : reasonForChange(before.decision, decision, changes);
  return {
    ...showDecision(decision, format),
    relation,
    score: rounded(score),
    confidence: meanConfidence(decision),
    changes,
    why,
  };
}
