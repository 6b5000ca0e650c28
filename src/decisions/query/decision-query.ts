import { UserError } from '../../kernel/user-error.js';

/** A question to the graph, as every entry point passes it in: exactly one of the first four is given. */
export interface DecisionQuery {
  readonly query_text?: string | undefined;
  readonly find_contradictions?: boolean | undefined;
  /** The beginning of an id is enough where it is unique. */
  readonly decision_id?: string | undefined;
  readonly analyze_patterns?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly threshold?: number | undefined;
  readonly format?: AnswerFormat | undefined;
  readonly include_archived?: boolean | undefined;
}

/** summary: what one reads first. detailed: with stances and reasons. json: everything that is stored. */
export type AnswerFormat = 'summary' | 'detailed' | 'json';

export interface QueryLimits {
  readonly limit: number;
  readonly threshold: number;
  readonly format: AnswerFormat;
  readonly archived: 'with' | 'without';
}

export interface CheckedQuery extends QueryLimits {
  readonly about:
    | { readonly kind: 'similar'; readonly text: string }
    | { readonly kind: 'contradictions' }
    | { readonly kind: 'evolution'; readonly id: string }
    | { readonly kind: 'patterns' };
}

/** Throws a `UserError` that names the field, its value and what would be accepted. */
export function checkQuery(query: DecisionQuery): CheckedQuery {
  const { limit = 5, threshold = 0.6, format = 'summary' } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS) {
    throw mistake(`limit: ${limit} is not allowed; give a whole number from 1 to ${MAX_RESULTS}`);
  }
  if (!(threshold >= 0 && threshold <= 1)) {
    throw mistake(`threshold: ${threshold} is not allowed; give a number from 0 to 1`);
  }
  const archived = query.include_archived === true ? 'with' : 'without';
  return { about: getSubject(query), limit, threshold, format, archived };
}

const MAX_RESULTS = 20;

function getSubject(query: DecisionQuery): CheckedQuery['about'] {
  const { query_text, decision_id } = query;
  const fields = ['query_text', 'find_contradictions', 'decision_id', 'analyze_patterns'] as const;
  const given = fields.filter((field) => query[field] !== undefined && query[field] !== false);
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`;
    throw mistake(`give exactly one of ${fields.join(', ')}; ${found}`);
  }
  if (query_text !== undefined) {
    if (query_text.trim() === '') throw mistake('query_text is empty; give the question to compare with');
    return { kind: 'similar', text: query_text };
  }
  if (decision_id?.trim() === '') throw mistake('decision_id is empty; give the id of a decision, or its beginning');
  if (decision_id !== undefined) return { kind: 'evolution', id: decision_id };
  return { kind: query.find_contradictions === true ? 'contradictions' : 'patterns' };
}

function mistake(message: string): UserError {
  return new UserError('validation_error', message);
}
