import type { Domain, OutcomeStatus } from '../../journal/index.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';
import type { ReadWords } from '../memory/axis-words.js';
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

export interface SearchParts {
  readonly database: LearningContext['database'];
  readonly readWords: ReadWords;
  readonly embedQuery: EmbedQuery;
}

/**
 * Meaning finds what was said otherwise, words find names and error codes that no model knows; the score is the
 * weighted sum of both. Best first. An empty query finds nothing.
 */
export async function searchExperiences(parts: SearchParts, request: SearchRequest): Promise<FoundExperience[]> {
  const { query, axis, limit, domain, outcome } = request;
  if (query.trim() === '') return [];
  const words = await parts.readWords(axis);
  const accepts = (id: string): boolean => {
    const facts = words.facts.get(id);
    return (
      facts !== undefined && (domain ?? facts.domain) === facts.domain && (outcome ?? facts.outcome) === facts.outcome
    );
  };
  const byWords = new Map([...words.index.search(query)].filter(([id]) => accepts(id)));
  const embedded = await parts.embedQuery(query, axis);
  const nearest = embedded?.index.search(embedded.vector, limit + MARGIN, accepts) ?? [];
  const candidates = new Set([...best(byWords, limit + MARGIN), ...nearest.map(({ id }) => id)]);
  const scored = [...candidates]
    .map((id) => ({
      id,
      score: combine(byWords.get(id) ?? 0, embedded && cosineWith(embedded, id)) * worth(words.facts.get(id)?.outcome),
    }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
  const experiences = await readExperiences(
    parts.database,
    scored.map(({ id }) => id),
  );
  const scores = new Map(scored.map(({ id, score }) => [id, score]));
  return experiences.map((experience) => ({ experience, score: scores.get(experience.id) ?? 0 }));
}

/** What is best by one of the two measures alone may come after this many that are good by both. */
const MARGIN = 100;
const WORDS_SHARE = 0.4;
/** Below this a text shares neither a telling word nor its subject with the query. */
const MIN_SCORE = 0.06;
const ABANDONED_WORTH = 0.8;

/** What was given up, for instance for another hypothesis, tells less than what came to an end. */
function worth(outcome: OutcomeStatus | undefined): number {
  return outcome === 'abandoned' ? ABANDONED_WORTH : 1;
}

function combine(words: number, cosine: number | undefined): number {
  if (cosine === undefined) return Math.min(1, words);
  return Math.min(1, WORDS_SHARE * words + (1 - WORDS_SHARE) * Math.max(0, cosine));
}

function cosineWith({ vector, index }: EmbeddedQuery, id: string): number {
  return index.get(id)?.reduce((sum, value, at) => sum + value * (vector[at] as number), 0) ?? 0;
}

function best(scores: ReadonlyMap<string, number>, count: number): string[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([id]) => id);
}
