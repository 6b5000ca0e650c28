import { cutText } from '../../kernel/cut-text.js';
import { choseDifferently, isSameChoice } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { describeOutcome } from '../model/describe-outcome.js';
import type { AnswerFormat, QueryLimits } from './decision-query.js';
import { rounded, type ShownDecision, showDecision } from './find-similar.js';

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

type EvolutionStep = ShownDecision & {
  /** supersedes: the decision in question replaced it. */
  readonly relation: Relation;
  readonly score: number;
  /** The mean of those who voted for the winner; null without such votes. */
  readonly confidence: number | null;
  /** Against the step before. */
  readonly changes: readonly Change[];
  readonly why: string | null;
};

export type EvolutionRequest = Omit<QueryLimits, 'archived'> & { readonly id: string };

/** Shows how a question was decided over time: related decisions in order, and what each changed about the one before. */
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

export const LINKING_MS = 1_000;

export function byTime(a: Decision, b: Decision): number {
  return a.decidedAt.getTime() - b.decidedAt.getTime() || (a.id < b.id ? -1 : 1);
}

function describeStep(
  { decision, relation, score }: RelatedDecision,
  before: RelatedDecision | undefined,
  format: AnswerFormat,
): EvolutionStep {
  const changes = before === undefined ? [] : changesBetween(before.decision, decision);
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

export type Relation = 'this' | 'repeats' | 'supersedes' | 'superseded_by' | 'related';

export interface RelatedDecision {
  readonly decision: Decision;
  readonly relation: Relation;
  /** How similar its question is to the one asked about. */
  readonly score: number;
}

/** A decision with its successors and predecessors, the same question again, and decisions on similar questions. */
export async function gatherRelated(
  graph: DecisionGraph,
  start: Decision,
  { limit, threshold }: { readonly limit: number; readonly threshold: number },
): Promise<RelatedDecision[]> {
  const neighbors = await graph.neighborsOf(start.id);
  const scores = new Map(neighbors.map(({ id, score }) => [id, score]));
  const found = new Map<string, RelatedDecision>();
  const add = (decision: Decision, relation: Relation) => {
    const score = relation === 'this' ? 1 : (scores.get(decision.id) ?? 0);
    if (!found.has(decision.id)) found.set(decision.id, { decision, relation, score });
  };
  add(start, 'this');
  const findSuccessor = async ({ outcome }: Decision) => [await graph.get(outcome?.supersededBy ?? '')];
  for (const decision of await follow(start, findSuccessor)) add(decision, 'superseded_by');
  for (const decision of await follow(start, ({ id }) => graph.predecessorsOf(id))) add(decision, 'supersedes');
  for (const { id, score } of neighbors) {
    const decision = score < threshold || found.has(id) ? null : await graph.get(id);
    if (decision !== null) add(decision, decision.questionHash === start.questionHash ? 'repeats' : 'related');
  }
  return [...found.values()].sort((a, b) => closeness(b) - closeness(a)).slice(0, limit);
}

/** What is reached from a decision over a few steps. */
async function follow(
  start: Decision,
  next: (decision: Decision) => Promise<readonly (Decision | null)[]>,
): Promise<Decision[]> {
  const found = new Map([[start.id, start]]);
  for (const decision of found.values()) {
    if (found.size > MAX_CHAIN) break;
    for (const other of await next(decision)) if (other !== null && !found.has(other.id)) found.set(other.id, other);
  }
  return [...found.values()].slice(1);
}

const MAX_CHAIN = 10;

/** A decision that is named in an outcome belongs to the history, however its question was worded. */
const CLOSENESS: Readonly<Record<Relation, number>> = {
  this: 4,
  superseded_by: 2,
  supersedes: 2,
  repeats: 1,
  related: 0,
};

function closeness({ relation, score }: RelatedDecision): number {
  return CLOSENESS[relation] + score;
}

interface Change {
  readonly what: 'option' | 'confidence' | 'participants' | 'status';
  readonly from: string | number | null;
  readonly to: string | number | null;
}

/**
 * In what a decision differs from the one before it. Another option is a change only if it was an answer to the same
 * question, or if it is recorded as the successor.
 */
function changesBetween(before: Decision, after: Decision): Change[] {
  const changes: Change[] = [];
  const isSuccessor = before.outcome?.supersededBy === after.id;
  const isOtherChoice = isSuccessor
    ? !isSameChoice(before.winningOption, after.winningOption)
    : choseDifferently(before, after);
  if (isOtherChoice) {
    changes.push({ what: 'option', from: before.winningOption, to: after.winningOption });
  }
  const [was, is] = [meanConfidence(before), meanConfidence(after)];
  if (was !== is && (was === null || is === null || Math.abs(was - is) >= NOTABLE_CONFIDENCE)) {
    changes.push({ what: 'confidence', from: was, to: is });
  }
  const [satThen, sitsNow] = [before, after].map(({ participants }) => [...participants].sort().join(', '));
  if (satThen !== sitsNow) changes.push({ what: 'participants', from: satThen ?? '', to: sitsNow ?? '' });
  if (before.status !== after.status) changes.push({ what: 'status', from: before.status, to: after.status });
  return changes;
}

const NOTABLE_CONFIDENCE = 0.1;

/** Of those who voted for what won. */
function meanConfidence({ stances, winningOption }: Decision): number | null {
  const values = stances
    .filter(({ option }) => option !== null && option === winningOption)
    .flatMap(({ confidence }) => confidence ?? []);
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** How the earlier decision turned out, if that was recorded; else the best argument for the new choice. */
function reasonForChange(before: Decision, after: Decision, changes: readonly Change[]): string | null {
  if (!changes.some(({ what }) => what === 'option')) return null;
  const outcome = getFate(before);
  const argument = strongestArgument(after);
  return [outcome, argument].filter((part) => part !== undefined).join('; ') || null;
}

function getFate({ outcome }: Decision): string | undefined {
  if (outcome === null) return undefined;
  return `the one before ${outcome.outcome === 'superseded' ? 'was ' : ''}${describeOutcome(outcome.outcome, {
    note: cutText(outcome.note ?? '', MAX_TEXT_LENGTH),
  })}`;
}

function strongestArgument({ stances, winningOption }: Decision): string | undefined {
  const [best] = stances
    .filter(({ option, rationale }) => option === winningOption && option !== null && rationale !== '')
    .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
  return best === undefined ? undefined : `${best.participant}: ${cutText(best.rationale, MAX_TEXT_LENGTH)}`;
}

const MAX_TEXT_LENGTH = 300;
