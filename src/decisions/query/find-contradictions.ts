import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '../../kernel/cut-text.js';
import { choseDifferently, NEARLY_SAME_QUESTION } from '../model/compare-winners.js';
import type { DecisionGraph, Link } from '../model/decision-graph.js';
import { rounded } from './find-similar.js';
import { isSettled, type JudgedContradiction, judgeContradiction, type Severity } from './judge-contradiction.js';

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
  readonly severity: Severity;
  readonly holds: JudgedContradiction['holds'];
  /** Why it is judged so; the end of the description. */
  readonly because: string;
  readonly description: string;
}

export interface ContradictionRequest {
  readonly limit: number;
  readonly threshold: number;
  readonly archived: 'with' | 'without';
  readonly now: Date;
}

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
  const { limit, threshold: atLeast, archived, now } = request;
  const found: Contradiction[] = [];
  let examined = 0;
  // Mostly the first few are enough: only where they were other wordings of one choice, more are read.
  for (const maxPairs of MAX_PAIRS) {
    const links = await graph.links({ atLeast, limit: maxPairs, differing: true, archived });
    for (const link of links.slice(examined)) {
      if (found.length >= Math.max(ENOUGH, limit)) return { found, examined, isAll: false };
      examined += 1;
      if (examined % PAIRS_PER_TURN === 0) await nextTurn();
      const contradiction = isSettled(link) ? undefined : contradictionOf(link, now);
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
const RANK: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

function contradictionOf(link: Link, now: Date): Contradiction | undefined {
  const { first, second, score } = link;
  const [one, other] = [first.winningOption, second.winningOption];
  if (one === null || other === null) return undefined;
  if (!choseDifferently(first, second, score >= NEARLY_SAME_QUESTION)) return undefined;
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
