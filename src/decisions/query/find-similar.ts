import { cutText } from '../../kernel/cut-text.js';
import { decisionToJson, type JsonDecision } from '../export/decision-to-json.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import type { AnswerFormat, QueryLimits } from './decision-query.js';

export interface SimilarDecisions {
  readonly type: 'similar_decisions';
  readonly count: number;
  readonly results: readonly (ShownDecision & { readonly score: number })[];
  /** Why there is nothing, and what would find something. */
  readonly diagnostics?: SearchDiagnostics;
}

interface SearchDiagnostics {
  /** The number of decisions that were compared. */
  readonly total: number;
  readonly threshold: number;
  readonly best_score: number | null;
  readonly near_misses: readonly { readonly id: string; readonly question: string; readonly score: number }[];
  /** Null where nothing is near enough for a lower threshold to help. */
  readonly suggested_threshold: number | null;
  readonly backend: string;
}

export type SimilarRequest = QueryLimits & { readonly text: string };

/** The decisions on the most similar questions, best first; of near-duplicates the newest. */
export async function findSimilar(graph: DecisionGraph, request: SimilarRequest): Promise<SimilarDecisions> {
  const { limit, threshold, format, archived } = request;
  const searched = await graph.search(request.text, {
    limit: Math.max(limit, NEAR_MISSES),
    atLeast: threshold,
    archived,
  });
  const results = searched.matches
    .filter(({ score }) => score >= threshold)
    .slice(0, limit)
    .map(({ decision, score }) => ({ ...showDecision(decision, format), score: rounded(score) }));
  if (results.length > 0) return { type: 'similar_decisions', count: results.length, results };
  const near = searched.matches.slice(0, NEAR_MISSES);
  const best = near[0]?.score;
  const diagnostics: SearchDiagnostics = {
    total: searched.compared,
    threshold,
    best_score: best === undefined ? null : rounded(best),
    near_misses: near.map(({ decision, score }) => ({
      id: decision.id,
      question: cutText(decision.question, MAX_QUESTION_LENGTH),
      score: rounded(score),
    })),
    suggested_threshold: best === undefined || best < MIN_SENSIBLE ? null : Math.floor(best * 20) / 20,
    backend: searched.backend,
  };
  return { type: 'similar_decisions', count: 0, results, diagnostics };
}

const NEAR_MISSES = 3;
const MAX_QUESTION_LENGTH = 200;
// On the calibrated scale, questions below this have nothing to do with each other.
const MIN_SENSIBLE = 0.2;

export function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}

type Shown = 'id' | 'question' | 'consensus' | 'winning_option' | 'participants' | 'status' | 'outcome';

/** The more detailed the format, the more of the rest is there. */
export type ShownDecision = Pick<JsonDecision, Shown> &
  Partial<Omit<JsonDecision, 'stances'>> & {
    readonly timestamp: string;
    readonly stances?: readonly Partial<JsonDecision['stances'][number]>[];
  };

/** A decision as an answer shows it. Nothing but texts, numbers and lists: every format can be written as JSON. */
export function showDecision(decision: Decision, format: AnswerFormat): ShownDecision {
  const whole = decisionToJson(decision);
  const { id, question, consensus, winning_option, participants, decided_at: timestamp, status, outcome } = whole;
  const shown = { id, question, consensus, winning_option, participants, timestamp, status, outcome };
  if (format === 'json') return { ...shown, ...whole };
  if (format === 'summary') {
    return { ...shown, question: cutText(question, SUMMARY), consensus: cutText(consensus, SUMMARY) };
  }
  const { first_round_winner, transcript_path, working_directory, cost_usd, duplicate_of, archived_at } = whole;
  const stances = whole.stances.map(({ participant, option, confidence, rationale }) => ({
    participant,
    option,
    confidence,
    rationale,
  }));
  const details = { transcript_path, working_directory, cost_usd, duplicate_of, archived_at };
  return { ...shown, first_round_winner, stances, ...details };
}

const SUMMARY = 400;
