import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../storage/index.js';
import type { ArchivedFilter, QuestionVectors, SearchOptions, SearchResult } from './decision-graph.js';
import { embedUnsearchable } from './memory/embed-unsearchable.js';
import type { Memory } from './memory/open-memory.js';
import { type NoteDamaged, readByNumber } from './store/read-decisions.js';

/** The decisions nearest to a text, best first, whatever their score. */
export async function searchDecisions(
  database: Database,
  memory: Memory,
  text: string,
  { limit = 5, archived = 'without', noteDamaged }: SearchOptions & { readonly noteDamaged: NoteDamaged },
): Promise<SearchResult> {
  const { index, space } = memory;
  await index.refresh();
  await embedUnsearchable(database, memory);
  const vector = await space.embedOne(text);
  let compared = 0;
  const accept = accepts(memory, archived);
  for (const number of index.numbers()) if (accept(number)) compared += 1;
  const near = index.search(vector, limit, accept);
  const decisions = await database.read((connection) =>
    readByNumber(
      connection,
      near.map(({ number }) => number),
      noteDamaged,
    ),
  );
  const matches = near.flatMap(({ number, cosine }) => {
    const decision = decisions.get(number);
    return decision === undefined ? [] : { decision, score: space.score(cosine) };
  });
  return { matches, compared, backend: nameOf(memory) };
}

export async function readVectors(
  database: Database,
  memory: Memory,
  archived: ArchivedFilter,
): Promise<QuestionVectors> {
  const { index, space } = memory;
  await index.refresh();
  await embedUnsearchable(database, memory);
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
  return { ids, data: data.subarray(0, ids.length * dimensions), dimensions, score: (cosine) => space.score(cosine) };
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
