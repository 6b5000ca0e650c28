import type { Domain, OutcomeStatus } from '../../journal/index.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';
import type { AxisWords, ReadWords } from '../memory/axis-words.js';
import type { EmbeddedQuery, EmbedQuery } from './embed-query.js';

export interface SearchRequest {
  readonly query: string;
  readonly axis: Axis;
  readonly domain?: Domain | undefined;
  readonly outcome?: OutcomeStatus | undefined;
  readonly limit: number;
}

export interface FoundExperience {
  readonly experience: Experience;
  /** From 0 to 1. */
  readonly score: number;
}

export interface SearchResult {
  /** Best first. */
  readonly found: readonly FoundExperience[];
  /** Why the configured embedding was not used; undefined if it was. */
  readonly notice: string | undefined;
}

export interface SearchParts {
  readonly database: LearningContext['database'];
  readonly readWords: ReadWords;
  readonly embedQuery: EmbedQuery;
}

/**
 * Meaning finds what was said otherwise, words find names and error codes that no model knows; the score is the
 * weighted sum of both. An empty query finds nothing.
 */
export async function searchExperiences(parts: SearchParts, request: SearchRequest): Promise<SearchResult> {
  const { query, axis } = request;
  if (query.trim() === '') return { found: [], notice: undefined };
  const [words, { query: embedded, notice }] = await Promise.all([
    parts.readWords(axis),
    parts.embedQuery(query, axis),
  ]);
  const scores = scoreExperiences(request, words, embedded);
  const experiences = await readExperiences(parts.database, [...scores.keys()]);
  return { found: experiences.map((experience) => ({ experience, score: scores.get(experience.id) ?? 0 })), notice };
}

/** By id, best first. */
function scoreExperiences(
  { query, limit, domain, outcome }: SearchRequest,
  words: AxisWords,
  embedded: EmbeddedQuery | undefined,
): Map<string, number> {
  const accepts = (id: string): boolean => {
    const facts = words.facts.get(id);
    return (
      facts !== undefined && (domain ?? facts.domain) === facts.domain && (outcome ?? facts.outcome) === facts.outcome
    );
  };
  const byWords = words.index.search(query);
  const nearest = embedded?.index.search(embedded.vector, limit + MARGIN, accepts) ?? [];
  const candidates = new Set([...byWords.best(limit + MARGIN, accepts), ...nearest.map(({ id }) => id)]);
  const compared = [...candidates].map((id) => ({
    id,
    words: byWords.of(id),
    cosine: embedded && cosineWith(embedded, id),
  }));
  const minCosine = MIN_COSINE + COSINE_PER_TENFOLD * Math.log10(Math.max(1, words.facts.size));
  const isKnownSubject = compared.some((one) => one.words >= MIN_WORDS || (one.cosine ?? 0) >= minCosine);
  if (!isKnownSubject) return new Map();
  const scored = compared
    .map((one) => ({ id: one.id, score: combine(one.words, one.cosine) * worth(words.facts.get(one.id)?.outcome) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
  return new Map(scored.map(({ id, score }) => [id, score]));
}

/** A result that is best by one of the two measures alone may come after this many that are good by both. */
const MARGIN = 100;
const WORDS_SHARE = 0.4;
const MIN_SCORE = 0.1;
/**
 * A search on a subject that no experience is about finds nothing. The best of many unrelated texts is nearer than the
 * best of few: with these limits, chosen on the tuning half of tests/data/second, 7 to 17 % of such searches find
 * something, at 5 as at 300 experiences.
 */
const MIN_COSINE = 0.11;
const COSINE_PER_TENFOLD = 0.065;
const MIN_WORDS = 0.3;
const ABANDONED_WORTH = 0.8;

/** An abandoned entry, for instance one given up for another hypothesis, says less than a finished one. */
function worth(outcome: OutcomeStatus | undefined): number {
  return outcome === 'abandoned' ? ABANDONED_WORTH : 1;
}

function combine(words: number, cosine: number | undefined): number {
  if (cosine === undefined) return Math.min(1, words);
  return Math.min(1, WORDS_SHARE * words + (1 - WORDS_SHARE) * Math.max(0, cosine));
}

function cosineWith({ vector, index, toBuiltinScale }: EmbeddedQuery, id: string): number {
  const stored = index.get(id);
  return stored === undefined ? 0 : toBuiltinScale(innerProduct(stored, vector, 0));
}
