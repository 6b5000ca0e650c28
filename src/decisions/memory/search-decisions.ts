import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../storage/index.js';
import type { ArchivedFilter, QuestionVectors, SearchOptions, SearchResult } from '../model/decision-graph.js';
import { type NoteDamaged, readByNumber } from '../store/read-decisions.js';
import type { QuestionEmbedder } from './embed-question.js';
import { areNearlySameQuestions, newestOfEach } from './near-duplicates.js';
import type { Memory } from './open-memory.js';

export interface SearchDependencies {
  readonly database: Database;
  readonly embedder: QuestionEmbedder;
  readonly noteDamaged: NoteDamaged;
}

/** The decisions nearest to a text, best first; where some reach `atLeast`, only those, without near-duplicates. */
export async function searchDecisions(
  { database, embedder, noteDamaged }: SearchDependencies,
  text: string,
  { limit = 5, archived = 'without', atLeast }: SearchOptions,
): Promise<SearchResult> {
  const { memory, vector, notice } = await embedder.embed(text);
  const { index, space } = memory;
  let compared = 0;
  const accept = accepts(memory, archived);
  for (const number of index.numbers()) if (accept(number)) compared += 1;
  const near = index.search(vector, atLeast === undefined ? limit : limit * CANDIDATES_PER_RESULT, accept);
  const decisions = await database.read((connection) =>
    readByNumber(
      connection,
      near.map(({ number }) => number),
      noteDamaged,
    ),
  );
  const nearest = near.flatMap(({ number, cosine }) => {
    const decision = decisions.get(number);
    return decision === undefined ? [] : { decision, number, score: space.score(cosine) };
  });
  const reached = atLeast === undefined ? [] : nearest.filter(({ score }) => score >= atLeast);
  const distinct = newestOfEach(
    reached.map((match) => ({ ...match.decision, ...match })),
    areNearlySameQuestions(memory),
  );
  const matches = (distinct.length > 0 ? distinct : nearest).slice(0, limit);
  return {
    matches: matches.map(({ decision, score }) => ({ decision, score })),
    compared,
    backend: nameOf(memory),
    notice,
  };
}

/** The same question may have been decided over and over. */
const CANDIDATES_PER_RESULT = 5;

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
  const found = { ids, data: data.subarray(0, ids.length * dimensions), dimensions };
  return { ...found, score: (cosine) => space.score(cosine), notice };
}

const PER_SLICE = 1_000;

export function nameOf({ space }: Memory): string {
  return `${space.embeddedWith.backend}/${space.embeddedWith.model}`;
}

function accepts({ index }: Memory, archived: ArchivedFilter): (number: number) => boolean {
  switch (archived) {
    case 'with':
      return () => true;
    case 'only':
      return (number) => index.isArchived(number);
    case 'without':
      return (number) => !index.isArchived(number);
  }
}
