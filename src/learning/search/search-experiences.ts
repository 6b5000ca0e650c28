import type { Domain, OutcomeStatus } from '../../journal/index.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';
import type { AxisVectors, ReadVectors } from '../memory/axis-vectors.js';
import type { ReadWords } from '../memory/axis-words.js';
import type { FindModel } from '../memory/embedding-model.js';

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
  readonly findModel: FindModel;
  readonly readVectors: ReadVectors;
  readonly readWords: ReadWords;
}

/**
 * Meaning finds what was said otherwise, words find names and error codes that no model knows; the score is the
 * weighted sum of both. Best first. An empty query finds nothing.
 */
export async function searchExperiences(parts: SearchParts, request: SearchRequest): Promise<FoundExperience[]> {
  const { query, axis, limit, domain, outcome } = request;
  if (query.trim() === '') return [];
  const [words, meaning] = await Promise.all([parts.readWords(axis), meaningOf(parts, axis, query)]);
  const accepts = (id: string): boolean => {
    const facts = words.facts.get(id);
    return (
      facts !== undefined && (domain ?? facts.domain) === facts.domain && (outcome ?? facts.outcome) === facts.outcome
    );
  };
  const byWords = new Map([...words.index.search(query)].filter(([id]) => accepts(id)));
  const candidates = new Set([...best(byWords, limit + MARGIN), ...(meaning?.nearest(limit + MARGIN, accepts) ?? [])]);
  const scored = [...candidates]
    .map((id) => ({
      id,
      score: combine(byWords.get(id) ?? 0, meaning?.cosine(id)) * worth(words.facts.get(id)?.outcome),
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

interface Meaning {
  nearest(count: number, accepts: (id: string) => boolean): string[];
  cosine(id: string): number;
}

/** Undefined without a model, and for a query of which the model knows no word: then words alone decide. */
async function meaningOf(parts: SearchParts, axis: Axis, query: string): Promise<Meaning | undefined> {
  const model = await parts.findModel();
  if (model === undefined) return undefined;
  const [[vector], vectors] = await Promise.all([model.embed([query]), parts.readVectors(axis, model)]);
  if (vector === undefined || vector.every((value) => value === 0)) return undefined;
  return {
    nearest: (count, accepts) => vectors.index.search(vector, count, accepts).map(({ id }) => id),
    cosine: (id) => cosineWith(vector, vectors, id),
  };
}

function cosineWith(query: Float32Array, { index }: AxisVectors, id: string): number {
  const vector = index.get(id);
  return vector === undefined ? 0 : vector.reduce((sum, value, at) => sum + value * (query[at] as number), 0);
}

function best(scores: ReadonlyMap<string, number>, count: number): string[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([id]) => id);
}
