import { innerProduct } from '../kernels/inner-product.js';
import { BLOCK_ROWS, createPlainRowCeilings, type RowCeilings } from '../kernels/row-ceilings.js';
import { createSimdRowCeilings } from '../kernels/simd-row-ceilings.js';
import { createBestMatches } from './best-matches.js';

/** Vectors by id, searched by their inner product with a query (for unit vectors, the cosine). */
export interface VectorIndex<Id extends string | number = string> {
  readonly dimensions: number;
  readonly size: number;
  has(id: Id): boolean;
  /** A copy of the vector, or undefined. */
  get(id: Id): Float32Array | undefined;
  /** Copies of several vectors, one after the other; zeros for an id that is not there. */
  gather(ids: readonly Id[]): Float32Array;
  /** Makes room for this many vectors, so that many that are added at once are not copied each time it grows. */
  reserve(count: number): void;
  /** Stores a copy of the vector. A vector with the same id is replaced and keeps its rank among equal scores. */
  add(id: Id, vector: Float32Array): void;
  /** Returns whether the id existed. */
  remove(id: Id): boolean;
  /**
   * The k vectors with the largest inner products, exactly, largest first; of equal ones the one added earlier. With a
   * filter, the k largest of those it accepts; it is only asked about vectors that could be among them.
   */
  search(query: Float32Array, k: number, filter?: (id: Id) => boolean): Match<Id>[];
}

export interface Match<Id extends string | number = string> {
  readonly id: Id;
  readonly score: number;
}

export function createVectorIndex<Id extends string | number = string>(dimensions: number): VectorIndex<Id> {
  return indexVectors<Id>(dimensions, createSimdRowCeilings(dimensions) ?? createPlainRowCeilings(dimensions));
}

/** The same with the given ceilings. */
export function indexVectors<Id extends string | number>(dimensions: number, ceilings: RowCeilings): VectorIndex<Id> {
  expectWhole('dimensions', dimensions, 1);
  const rowOf = new Map<Id, number>();
  const ids: Id[] = [];
  /** The order in which ids were added, because rows move. */
  const turns: number[] = [];
  let nextTurn = 0;
  let rows = new Float32Array(dimensions * 16);

  const getVector = (id: Id, row = rowOf.get(id)) =>
    row === undefined ? undefined : rows.subarray(row * dimensions, (row + 1) * dimensions);

  return {
    dimensions,
    get size() {
      return ids.length;
    },
    has: (id) => rowOf.has(id),
    get: (id) => getVector(id)?.slice(),
    gather(wanted) {
      const gathered = new Float32Array(wanted.length * dimensions);
      for (const [at, id] of wanted.entries()) gathered.set(getVector(id) ?? [], at * dimensions);
      return gathered;
    },
    reserve(count) {
      rows = grown(rows, count * dimensions, count * dimensions);
    },
    add(id, vector) {
      checkVector(vector, dimensions);
      const row = rowOf.get(id) ?? ids.length;
      rows = grown(rows, (row + 1) * dimensions);
      rows.set(vector, row * dimensions);
      ceilings.put(row, vector);
      if (row < ids.length) return;
      rowOf.set(id, row);
      ids.push(id);
      turns.push(nextTurn++);
    },
    remove(id) {
      const row = rowOf.get(id);
      if (row === undefined) return false;
      const last = ids.length - 1;
      rows.copyWithin(row * dimensions, last * dimensions, (last + 1) * dimensions);
      ceilings.move(last, row);
      rowOf.set(ids[last] as Id, row);
      rowOf.delete(id);
      moveLast(ids, row);
      moveLast(turns, row);
      return true;
    },
    search(query, k, filter) {
      checkVector(query, dimensions);
      expectWhole('k', k, 0);
      const best = createBestMatches(Math.min(k, ids.length));
      ceilings.setQuery(query);
      const accepts = (row: number) => filter === undefined || filter(ids[row] as Id);
      for (const row of findCandidates({ ceilings, k, count: ids.length }, accepts)) {
        best.offer(row, innerProduct(query, rows, row * dimensions), turns[row] as number);
      }
      return best.inOrder().map(({ row, score }) => ({ id: ids[row] as Id, score }));
    },
  };
}

function expectWhole(name: string, value: number, min: number): void {
  if (Number.isInteger(value) && value >= min) return;
  throw new RangeError(`${name} is ${value}; it must be a whole number of at least ${min}`);
}

/** Replaces the element by the last one and shortens the list. */
function moveLast<Value>(list: Value[], index: number): void {
  list[index] = list.at(-1) as Value;
  list.pop();
}

interface Search {
  readonly ceilings: RowCeilings;
  readonly k: number;
  readonly count: number;
}

/** The rows that could be among the best, before any vector is read: that would take the longest. */
function findCandidates({ ceilings, k, count }: Search, accepts: (row: number) => boolean): number[] {
  const highest = new Float64Array(count);
  const floors = createBestMatches(Math.min(k, count));
  let { threshold } = floors;
  for (let first = 0; first < count; first += BLOCK_ROWS) {
    const end = Math.min(first + BLOCK_ROWS, count);
    highest.set(ceilings.of(first, end - first).subarray(0, end - first), first);
    for (let row = first; row < end; row++) {
      const ceiling = highest[row] as number;
      if (ceiling < threshold || !accepts(row)) continue;
      floors.offer(row, ceiling - ceilings.slackOf(row), row);
      threshold = floors.threshold;
    }
  }
  const candidates: number[] = [];
  for (let row = 0; row < count; row++) {
    if ((highest[row] as number) >= threshold && accepts(row)) candidates.push(row);
  }
  return candidates;
}

function grown(
  rows: Float32Array<ArrayBuffer>,
  length: number,
  target = Math.max(length, rows.length * 2),
): Float32Array<ArrayBuffer> {
  if (length <= rows.length) return rows;
  const longer = new Float32Array(target);
  longer.set(rows);
  return longer;
}

/** Throws a RangeError for a vector of another dimension or with a number that is not finite. */
function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`the vector has ${vector.length} dimensions; this index holds vectors of ${dimensions}`);
  }
  for (let index = 0; index < dimensions; index++) {
    if (!Number.isFinite(vector[index])) {
      throw new RangeError(`the vector has ${vector[index]} at index ${index}; every number must be finite`);
    }
  }
}
