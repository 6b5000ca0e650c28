import { setImmediate as nextTurn } from 'node:timers/promises';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import { stem } from '../../semantics/stem.js';
import { wordsOf } from '../../semantics/words.js';
import type { Database } from '../../storage/index.js';
import { isSameChoice, NEARLY_SAME_QUESTION } from '../model/compare-winners.js';
import type { Decision } from '../model/decision.js';
import type { ArchivedFilter, QuestionVectors, SearchOptions, SearchResult } from '../model/decision-graph.js';
import { questionSubject } from '../model/question-words.js';
import { readByNumber } from '../store/read-decisions.js';
import { withoutSharedPreamble } from '../store/shared-preamble.js';
import type { EmbeddedQuestion, QuestionEmbedder } from './embed-question.js';
import type { Memory } from './open-memory.js';

export interface SearchDependencies {
  readonly database: Database;
  readonly embedder: QuestionEmbedder;
}

/** The decisions nearest to a text, best first; where some reach `atLeast`, only those, without near-duplicates. */
export async function searchDecisions(
  dependencies: SearchDependencies,
  text: string,
  { limit = 5, archived = 'without', atLeast }: SearchOptions,
): Promise<SearchResult> {
  const asked = await dependencies.embedder.embed(text);
  const { memory, notice } = asked;
  const nearest = await findNearest(dependencies, asked, { archived, limit });
  const reached = atLeast === undefined ? [] : nearest.filter(({ score }) => score >= atLeast);
  const matches = (reached.length > 0 ? newestOfEach(reached, memory) : nearest).slice(0, limit);
  return {
    matches: matches.map(({ decision, score }) => ({ decision, score })),
    compared: [...memory.index.numbers()].filter(accepts(memory, archived)).length,
    backend: getName(memory),
    notice,
  };
}

export interface Match {
  readonly number: number;
  readonly decision: Decision;
  readonly score: number;
}

/** Best first: by the meaning of the question, and by how much of it the texts of a decision mention. */
export async function findNearest(
  { database }: Pick<SearchDependencies, 'database'>,
  { memory, vector, subject }: EmbeddedQuestion,
  { archived, limit = 0 }: { readonly archived: ArchivedFilter; readonly limit?: number },
): Promise<Match[]> {
  const { index, space } = memory;
  const near = index.search(vector, Math.max(limit, MIN_CANDIDATES), accepts(memory, archived));
  const numbers = near.map(({ number }) => number);
  const found = await database.read((connection) => {
    const decisions = readByNumber(connection, numbers);
    return near.flatMap(({ number, cosine }) => {
      const decision = decisions.get(number);
      if (decision === undefined) return [];
      return {
        number,
        cosine,
        decision,
        text: getText(decision, withoutSharedPreamble(connection, decision.question)),
      };
    });
  });
  const shares = shareMentioned(
    subject,
    found.map(({ text }) => text),
  );
  return found
    .map(({ number, decision, cosine }, at) => ({ number, decision, score: space.scoreDecision(cosine, shares[at]) }))
    .sort((a, b) => b.score - a.score);
}

/** More than are shown: the same question may have been decided over and over. */
const MIN_CANDIDATES = 50;

function getText({ options, consensus, stances }: Decision, question: string): string {
  return [question, ...options, consensus, ...stances.flatMap(({ option, rationale }) => [option, rationale])].join(
    ' ',
  );
}

/**
 * One decision per group of near-duplicates: those of one project that asked nearly the same and chose the same. The
 * newest is shown where the best one was.
 */
export function newestOfEach(matches: readonly Match[], { index, space }: Memory): Match[] {
  const isNearlySame = (one: Match, other: Match): boolean => {
    const [first, second] = [index.vectorOf(one.number), index.vectorOf(other.number)];
    if (first === undefined || second === undefined) return false;
    return space.score(innerProduct(first, second, 0)) >= NEARLY_SAME_QUESTION;
  };
  const groups: { readonly best: Match; newest: Match }[] = [];
  for (const match of matches) {
    const { decision } = match;
    const group = groups.find(
      ({ best }) =>
        best.decision.workingDirectory === decision.workingDirectory &&
        isSameChoice(best.decision.winningOption, decision.winningOption) &&
        isNearlySame(best, match),
    );
    if (group === undefined) groups.push({ best: match, newest: match });
    else if (decision.decidedAt > group.newest.decision.decidedAt) group.newest = match;
  }
  return groups.map(({ newest }) => newest);
}

export async function readVectors(
  { database, embedder }: Pick<SearchDependencies, 'database' | 'embedder'>,
  archived: ArchivedFilter,
): Promise<QuestionVectors> {
  const { memory, notice } = await embedder.open();
  const { index, space } = memory;
  const numbers = [...index.numbers()].filter(accepts(memory, archived));
  const { dimensions } = space.embeddedWith;
  const data = new Float32Array(numbers.length * dimensions);
  const ids: string[] = [];
  for (let first = 0; first < numbers.length; first += PER_SLICE) {
    const slice = JSON.stringify(numbers.slice(first, first + PER_SLICE));
    const rows = await database.read((connection) =>
      connection.all<{ number: number; id: string }>(
        'SELECT number, id FROM decisions WHERE number IN (SELECT value FROM json_each(?))',
        [slice],
      ),
    );
    for (const { number, id } of rows) {
      const vector = index.vectorOf(number);
      if (vector === undefined) continue;
      data.set(vector, ids.length * dimensions);
      ids.push(id);
    }
    await nextTurn();
  }
  const found = { ids, data: data.subarray(0, ids.length * dimensions), dimensions, backend: getName(memory) };
  return { ...found, score: (cosine) => space.score(cosine), notice };
}

const PER_SLICE = 1_000;

export function getName({ space }: Memory): string {
  return `${space.embeddedWith.backend}/${space.embeddedWith.model}`;
}

function accepts({ index }: Memory, archived: ArchivedFilter): (number: number) => boolean {
  if (archived === 'with') return () => true;
  return (number) => index.isArchived(number) === (archived === 'only');
}

/** Measures how much of a question each text mentions, from 0 to 1. A word counts more if few of the texts mention it. */
export function shareMentioned(question: string, texts: readonly string[]): number[] {
  const mentioned = texts.map(getStems);
  const weights = [...getStems(question)].map((word) => {
    const count = mentioned.filter((words) => words.has(word)).length;
    return { word, weight: Math.log(1 + texts.length / (1 + count)) };
  });
  const getSum = (parts: typeof weights) => parts.reduce((sum, { weight }) => sum + weight, 0);
  const all = getSum(weights);
  return mentioned.map((words) => (all === 0 ? 0 : getSum(weights.filter(({ word }) => words.has(word))) / all));
}

function getStems(text: string): Set<string> {
  return new Set(wordsOf(questionSubject(text).toLowerCase()).map(stem));
}
