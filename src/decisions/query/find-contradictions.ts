import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '../../kernel/cut-text.js';
import { getContrast } from '../model/compare-winners.js';
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
  /** True if there may be others, of less similar questions. */
  readonly more: boolean;
  /** Decisions whose neighbors are still to be found. */
  readonly unlinked?: number;
}

interface Contradiction {
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
  /** No rule over words knows how serious a pair is, or whether it is one at all. */
  readonly severity: 'not judged';
  readonly description: string;
}

export type ContradictionRequest = Omit<QueryLimits, 'format'>;

/**
 * Candidates: pairs of similar questions whose winners differ in their words, the most similar questions first. Only stored
 * neighbors are looked at: the number of pairs grows with the decisions, not with their square.
 */
export async function findContradictions(graph: DecisionGraph, request: ContradictionRequest): Promise<Contradictions> {
  const { limit } = request;
  const isLinked = await graph.drain({ maxMs: LINKING_MS });
  const { found, examined, isAll } = await examinePairs(graph, request);
  const results = found.sort((a, b) => b.score - a.score || (a.timestamp_2 < b.timestamp_2 ? 1 : -1)).slice(0, limit);
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
      const contradiction = isSettled(link) ? undefined : findContradiction(link, request);
      if (contradiction !== undefined) found.push(contradiction);
    }
    if (links.length < maxPairs) return { found, examined, isAll: true };
  }
  return { found, examined, isAll: false };
}

// A new decision is linked within it; a caller should not wait for more.
const LINKING_MS = 200;
const MAX_PAIRS = [300, 1_500] as const;
const ENOUGH = 100;
const PAIRS_PER_TURN = 5;
const MAX_QUESTION_LENGTH = 300;
// For a pair that is just as similar as asked for. Chosen on the tuning decisions: docs/past-decisions.md.
const MIN_CONTRAST = 0.17;

function findContradiction(link: Link, { threshold }: ContradictionRequest): Contradiction | undefined {
  const { first, second, score } = link;
  const [one, other] = [first.winningOption, second.winningOption];
  if (one === null || other === null) return undefined;
  const contrast = getContrast(first, second);
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
    severity: 'not judged',
    description: `candidate, not judged: similar questions (${score.toFixed(2)}) chose ${quoteChoice(first)}, then ${quoteChoice(second)}`,
  };
}

function quoteChoice({ winningOption, decidedAt }: Decision): string {
  return `"${cutText(winningOption ?? 'nothing', MAX_OPTION_LENGTH)}" on ${decidedAt.toISOString().slice(0, 10)}`;
}

const MAX_OPTION_LENGTH = 120;

/** One of the two is recorded as the other's successor. */
function isSettled({ first, second }: Link): boolean {
  return first.outcome?.supersededBy === second.id || second.outcome?.supersededBy === first.id;
}
