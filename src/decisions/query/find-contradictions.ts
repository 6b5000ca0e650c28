import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '../../kernel/cut-text.js';
import { contrastOf } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph, Link } from '../model/decision-graph.js';
import type { QueryLimits } from './decision-query.js';
import { rounded } from './find-similar.js';

export interface Contradictions {
  readonly type: 'contradictions';
  readonly count: number;
  readonly results: readonly Contradiction[];
  /** Pairs of similar questions with other words for their choice that were looked at. */
  readonly examined: number;
  /** Whether there may be others, of less similar questions. */
  readonly more: boolean;
  /** Decisions whose neighbors are still to be found. */
  readonly unlinked?: number;
}

interface Contradiction extends Judgment {
  /** The earlier one. */
  readonly decision_id_1: string;
  readonly decision_id_2: string;
  readonly question_1: string;
  readonly question_2: string;
  readonly winning_option_1: string;
  readonly winning_option_2: string;
  readonly timestamp_1: string;
  readonly timestamp_2: string;
  readonly score: number;
}

interface Judgment {
  readonly severity: Severity;
  /** Which of the two is to be followed, if known. */
  readonly holds: 'earlier' | 'later' | 'neither' | 'open';
  /** Why it is judged so; the end of the description. */
  readonly because: string;
  readonly description: string;
}

type Severity = 'high' | 'medium' | 'low';

export type ContradictionRequest = Omit<QueryLimits, 'format'> & { readonly now: Date };

/**
 * Pairs of similar questions that really chose differently, the worst first. Only stored neighbors are looked at: the
 * number of pairs grows with the decisions, not with their square. Another wording of one choice is not a contradiction,
 * nor is the result of a demo.
 */
export async function findContradictions(graph: DecisionGraph, request: ContradictionRequest): Promise<Contradictions> {
  const { limit } = request;
  const isLinked = await graph.drain({ maxMs: LINKING_MS });
  const { found, examined, isAll } = await examinePairs(graph, request);
  const results = found
    .sort(
      (a, b) => RANK[a.severity] - RANK[b.severity] || b.score - a.score || (a.timestamp_2 < b.timestamp_2 ? 1 : -1),
    )
    .slice(0, limit);
  const more = found.length > results.length || !isAll;
  const base = { type: 'contradictions', count: results.length, results, examined, more } as const;
  return isLinked ? base : { ...base, unlinked: (await graph.stats()).unlinked };
}

interface Examined {
  readonly found: Contradiction[];
  readonly examined: number;
  readonly isAll: boolean;
}

async function examinePairs(graph: DecisionGraph, request: ContradictionRequest): Promise<Examined> {
  const { limit, threshold, archived } = request;
  const atLeast = threshold / 2;
  const found: Contradiction[] = [];
  let examined = 0;
  // Mostly the first few are enough: only where they were other wordings of one choice, more are read.
  for (const maxPairs of MAX_PAIRS) {
    const links = await graph.links({ atLeast, limit: maxPairs, differing: true, archived });
    for (const link of links.slice(examined)) {
      if (found.length >= Math.max(ENOUGH, limit)) return { found, examined, isAll: false };
      examined += 1;
      if (examined % PAIRS_PER_TURN === 0) await nextTurn();
      const contradiction = isSettled(link) ? undefined : contradictionOf(link, request);
      if (contradiction !== undefined) found.push(contradiction);
    }
    if (links.length < maxPairs) return { found, examined, isAll: true };
  }
  return { found, examined, isAll: false };
}

// What was decided a moment ago is linked within it; a caller should not wait for more.
const LINKING_MS = 200;
const MAX_PAIRS = [300, 1_500] as const;
const ENOUGH = 100;
const PAIRS_PER_TURN = 5;
const MAX_QUESTION_LENGTH = 300;
// Of a pair that is just as similar as asked for. Chosen on the tuning decisions: docs/past-decisions.md.
const MIN_CONTRAST = 0.17;
const RANK: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

function contradictionOf(link: Link, { threshold, now }: ContradictionRequest): Contradiction | undefined {
  const { first, second, score } = link;
  const [one, other] = [first.winningOption, second.winningOption];
  if (one === null || other === null) return undefined;
  const contrast = contrastOf(first, second);
  // The more clearly each chose what the other rejected, the less similar the questions have to be.
  if (contrast === 0 || score + contrast < threshold + MIN_CONTRAST) return undefined;
  return {
    decision_id_1: first.id,
    decision_id_2: second.id,
    question_1: cutText(first.question, MAX_QUESTION_LENGTH),
    question_2: cutText(second.question, MAX_QUESTION_LENGTH),
    winning_option_1: one,
    winning_option_2: other,
    timestamp_1: first.decidedAt.toISOString(),
    timestamp_2: second.decidedAt.toISOString(),
    score: rounded(score),
    ...judgeContradiction(link, now),
  };
}

/** Two decisions on similar questions, the earlier one first. */
export interface Pair {
  readonly first: PairEnd;
  readonly second: PairEnd;
  readonly score: number;
}

type PairEnd = Pick<Decision, 'id' | 'winningOption' | 'decidedAt' | 'outcome'>;

/** Whether one of the two is recorded as the other's successor: then they do not contradict each other. */
export function isSettled({ first, second }: Pair): boolean {
  return first.outcome?.supersededBy === second.id || second.outcome?.supersededBy === first.id;
}

/** What two decisions that chose differently mean for a reader who has to follow one of them. */
export function judgeContradiction(pair: Pair, now: Date): Judgment {
  const { first, second, score } = pair;
  const { holds, because } = weighOutcomes(pair);
  const on = ({ winningOption, decidedAt }: PairEnd) =>
    `"${cutText(winningOption ?? 'nothing', MAX_OPTION_LENGTH)}" on ${decidedAt.toISOString().slice(0, 10)}`;
  const description = `similar questions (${score.toFixed(2)}) were decided differently: ${on(first)}, then ${on(second)}; ${because}`;
  return { severity: severityOf(pair, holds, now), holds, because, description };
}

const MAX_OPTION_LENGTH = 120;

function weighOutcomes({ first, second }: Pair): Pick<Judgment, 'holds' | 'because'> {
  const [earlier, later] = [first.outcome?.outcome, second.outcome?.outcome];
  if (earlier === 'right' && later === 'right') {
    return { holds: 'open', because: 'both are recorded as right: find out what differs between the two cases' };
  }
  if (earlier === 'wrong' && later === 'wrong') return { holds: 'neither', because: 'both turned out wrong' };
  if (earlier === 'wrong') {
    const proof = later === 'right' ? ' and the later one right' : '';
    return { holds: 'later', because: `the earlier one turned out wrong${proof}: the later one holds` };
  }
  if (later === 'wrong') {
    const proof = earlier === 'right' ? ' and the earlier one right' : '';
    return { holds: 'earlier', because: `the later one turned out wrong${proof}: the earlier one holds` };
  }
  if (later === 'right') return { holds: 'later', because: 'the later one proved right and holds' };
  if (earlier === 'right') {
    return { holds: 'open', because: 'the earlier one proved right, and the later one goes against it' };
  }
  if (earlier === 'superseded') return { holds: 'later', because: 'the earlier one is recorded as superseded' };
  if (later === 'superseded') return { holds: 'neither', because: 'the later one is recorded as superseded' };
  return {
    holds: 'later',
    because: 'the later one replaces the earlier one unless an outcome says otherwise',
  };
}

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

/** Nearly the same question decided otherwise a short time after is the worst; what is settled or long ago the least. */
function severityOf({ first, second, score }: Pair, holds: Judgment['holds'], now: Date): Severity {
  let weight = score >= SAME_SUBJECT ? 2 : score >= CLOSE_SUBJECT ? 1 : 0;
  const [apart, ago] = [daysBetween(first.decidedAt, second.decidedAt), daysBetween(second.decidedAt, now)];
  if (apart > LONG_APART || ago > LONG_AGO) weight -= 1;
  if (first.outcome?.outcome === 'right' && (second.outcome?.outcome ?? 'right') === 'right') weight += 1;
  // An outcome already says which of the two to follow.
  if (holds !== 'open' && (first.outcome !== null || second.outcome !== null)) weight = 0;
  return SEVERITIES[Math.max(0, Math.min(2, weight))] ?? 'low';
}

const SAME_SUBJECT = 0.8;
const CLOSE_SUBJECT = 0.7;
const LONG_APART = 365;
const LONG_AGO = 2 * 365;

const daysBetween = (earlier: Date, later: Date) => (later.getTime() - earlier.getTime()) / 86_400_000;
