import { innerProduct } from '../kernels/inner-product.js';
import { createPlainRowCeilings } from '../kernels/plain-row-ceilings.js';
import { BLOCK_ROWS, type RowCeilings } from '../kernels/row-ceilings.js';
import { createSimdRowCeilings } from '../kernels/simd-row-ceilings.js';
import { createBestMatches } from './best-matches.js';
import { checkVector } from './check-vector.js';

/** Vectors by id, searched by their inner product with a query (for unit vectors, the cosine). */
export interface VectorIndex<Id extends string | number = string> {
  readonly dimensions: number;
  readonly size: number;
  has(id: Id): boolean;
  /** A copy of the vector, or undefined. */
  get(id: Id): Float32Array | undefined;
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
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    throw new RangeError(`dimensions is ${dimensions}; it must be a whole number of at least 1`);
  }
  const rowOf = new Map<Id, number>();
  const ids: Id[] = [];
  /** The order in which ids were added, because rows move. */
  const turns: number[] = [];
  let nextTurn = 0;
  let rows = new Float32Array(dimensions * 16);

  const write = (row: number, vector: Float32Array): void => {
    rows = grown(rows, (row + 1) * dimensions);
    rows.set(vector, row * dimensions);
    ceilings.put(row, vector);
  };

  return {
    dimensions,
    get size() {
      return ids.length;
    },
    has: (id) => rowOf.has(id),
    get(id) {
      const row = rowOf.get(id);
      return row === undefined ? undefined : rows.slice(row * dimensions, (row + 1) * dimensions);
    },
    add(id, vector) {
      checkVector(vector, dimensions);
      const row = rowOf.get(id) ?? ids.length;
      write(row, vector);
      if (row < ids.length) return;
      rowOf.set(id, row);
      ids.push(id);
      turns.push(nextTurn++);
    },
    remove(id) {
      const row = rowOf.get(id);
      if (row === undefined) return false;
      const last = ids.length - 1;
      const lastId = ids[last] as Id;
      rows.copyWithin(row * dimensions, last * dimensions, (last + 1) * dimensions);
      ceilings.move(last, row);
      ids[row] = lastId;
      turns[row] = turns[last] as number;
      rowOf.set(lastId, row);
      rowOf.delete(id);
      ids.pop();
      turns.pop();
      return true;
    },
    search(query, k, filter) {
      checkVector(query, dimensions);
      if (!Number.isInteger(k) || k < 0) throw new RangeError(`k is ${k}; it must be a whole number of at least 0`);
      const best = createBestMatches(Math.min(k, ids.length));
      if (k === 0) return [];
      ceilings.setQuery(query);
      let threshold = best.threshold;
      for (let first = 0; first < ids.length; first += BLOCK_ROWS) {
        const count = Math.min(BLOCK_ROWS, ids.length - first);
        const highest = ceilings.of(first, count);
        for (let at = 0; at < count; at++) {
          if ((highest[at] as number) < threshold) continue;
          const row = first + at;
          if (filter !== undefined && !filter(ids[row] as Id)) continue;
          best.offer(row, innerProduct(query, rows, row * dimensions), turns[row] as number);
          threshold = best.threshold;
        }
      }
      return best.inOrder().map(({ row, score }) => ({ id: ids[row] as Id, score }));
    },
  };
}

function grown(rows: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  if (length <= rows.length) return rows;
  const longer = new Float32Array(Math.max(length, rows.length * 2));
  longer.set(rows);
  return longer;
}
