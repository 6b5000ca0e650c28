import { createPause } from '../../kernel/create-pause.js';
import { createVectorIndex } from '../../semantics/index.js';
import type { Database } from '../../storage/index.js';
import type { LearningSchema } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { unpackWords } from '../experiences/experience-words.js';
import { meanOf, type Rows } from '../meaning/principal-directions.js';

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
  const mean = meanOf(vectors);
  const dimensions = vectors.dimensions + WORD_DIMENSIONS;
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
  const points = { data, dimensions };
  return ids.length > MAX_SMOOTHED ? points : smooth(points, ids.length);
}

/** More would make little difference: two words seldom share a dimension, and then mostly in different texts. */
const WORD_DIMENSIONS = 384;

/** The sign comes from the word, too, so that words that share a dimension do not add up. */
function addWord(said: Float32Array, word: number, weight: number): void {
  const at = word % WORD_DIMENSIONS;
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

/**
 * Moves each point to the mean of itself and its mutual neighbors: of two points each among the nearest of the other.
 * Members of a theme draw together; what has no mutual neighbors stays where it is.
 */
async function smooth({ data, dimensions }: Rows, count: number): Promise<Rows> {
  const index = createVectorIndex<number>(dimensions);
  const pointAt = (row: number) => data.subarray(row * dimensions, (row + 1) * dimensions);
  for (let row = 0; row < count; row++) index.add(row, pointAt(row));
  const neighborCount = Math.round(Math.sqrt(count));
  const nearest: Set<number>[] = [];
  const pause = createPause();
  for (let row = 0; row < count; row++) {
    nearest.push(new Set(index.search(pointAt(row), neighborCount + 1).map(({ id }) => id)));
    await pause();
  }
  const smoothed = data.slice();
  for (const [row, neighbors] of nearest.entries()) {
    const point = smoothed.subarray(row * dimensions, (row + 1) * dimensions);
    for (const other of neighbors) {
      if (other === row || !nearest[other]?.has(row)) continue;
      const neighbor = pointAt(other);
      for (let at = 0; at < dimensions; at++) point[at] = (point[at] as number) + (neighbor[at] as number);
    }
    makeUnit(point);
    await pause();
  }
  return { data: smoothed, dimensions };
}

/** Themes of larger journals are dense enough without, and looking for all neighbors would take minutes. */
const MAX_SMOOTHED = 2_000;

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
