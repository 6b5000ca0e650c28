import { createPause } from '../../kernel/create-pause.js';
import type { Database } from '../../storage/index.js';
import type { LearningSchema } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { unpackWords } from '../experiences/experience-words.js';
import { getMean, type Rows } from '../meaning/principal-directions.js';

/**
 * The points that are clustered: for each experience its vector as seen from the mean of all, and its words,
 * rare ones weighing more. A short text's vector is mostly what all texts about software share; words that only a few
 * experiences use tell their themes apart.
 */
export async function clusterPoints(
  database: Database<LearningSchema>,
  axis: Axis,
  { ids, vectors }: { readonly ids: readonly string[]; readonly vectors: Rows },
): Promise<Rows> {
  const words = await readWords(database, axis, ids);
  const weightOf = await weighWords(words);
  const mean = getMean(vectors);
  const dimensions = vectors.dimensions + (ids.length > FEW ? 256 : 1_024);
  const data = new Float32Array(ids.length * dimensions);
  const pause = createPause();
  for (const [row, id] of ids.entries()) {
    const point = data.subarray(row * dimensions, (row + 1) * dimensions);
    const meaning = point.subarray(0, vectors.dimensions);
    for (let at = 0; at < vectors.dimensions; at++) {
      meaning[at] = (vectors.data[row * vectors.dimensions + at] as number) - (mean[at] as number);
    }
    const said = point.subarray(vectors.dimensions);
    for (const word of new Set(words.get(id))) addWord(said, word, weightOf(word));
    makeUnit(meaning);
    makeUnit(said);
    await pause();
  }
  return { data, dimensions };
}

/**
 * In few dimensions, words of different themes often share one. Themes of larger journals are found nevertheless, and
 * comparing all pairs of their experiences in many dimensions would take minutes.
 */
const FEW = 2_000;

/** The sign comes from the word, too, so that words that share a dimension do not add up. */
function addWord(said: Float32Array, word: number, weight: number): void {
  const at = word % said.length;
  said[at] = (said[at] as number) + (word >= 2 ** 31 ? weight : -weight);
}

function makeUnit(vector: Float32Array): void {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] as number) ** 2;
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = length === 0 ? 0 : (vector[at] as number) / length;
}

/** A word of a single experience is like no other: it has no weight. */
async function weighWords(texts: ReadonlyMap<string, Uint32Array>): Promise<(word: number) => number> {
  const counts = new Map<number, number>();
  const pause = createPause();
  for (const words of texts.values()) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    await pause();
  }
  return (word) => {
    const count = counts.get(word) ?? 0;
    return count < 2 ? 0 : Math.log(texts.size / count);
  };
}

async function readWords(
  database: Database<LearningSchema>,
  axis: Axis,
  ids: readonly string[],
): Promise<Map<string, Uint32Array>> {
  const words = new Map<string, Uint32Array>();
  for (let first = 0; first < ids.length; first += PAGE) {
    const page = ids.slice(first, first + PAGE);
    const rows = await database.queries.selectFrom('words').selectAll().where('experience_id', 'in', page).execute();
    for (const { experience_id: id, words: packed } of rows) words.set(id, unpackWords(packed, axis));
    await new Promise(setImmediate);
  }
  return words;
}

const PAGE = 500;
