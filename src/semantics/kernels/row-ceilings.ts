import { innerProduct } from './inner-product.js';

/**
 * Upper bounds of the inner products of a query with rows of vectors. Only rows with a bound that is high enough need an
 * exact product.
 */
export interface RowCeilings {
  readonly backend: 'simd' | 'plain';
  /** Writes a vector into a row; rows are filled from 0 without a gap. */
  put(row: number, vector: Float32Array): void;
  /** Copies one row over another. */
  move(from: number, to: number): void;
  setQuery(query: Float32Array): void;
  /** The ceilings of `count` rows from `first`, which is a multiple of `BLOCK_ROWS`; valid until the next call. */
  of(first: number, count: number): Float64Array;
  /** Bounds how far the ceiling of a row can be above the product. */
  slackOf(row: number): number;
}

/** The number of rows per call. */
export const BLOCK_ROWS = 4096;

/** Without WebAssembly there is no cheaper bound than the product itself. */
export function createPlainRowCeilings(dimensions: number): RowCeilings {
  const rows: Float32Array[] = [];
  const ceilings = new Float64Array(BLOCK_ROWS);
  let current = new Float32Array(dimensions);
  return {
    backend: 'plain',
    put(row, vector) {
      rows[row] = vector.slice();
    },
    move(from, to) {
      rows[to] = rows[from] as Float32Array;
    },
    setQuery(query) {
      current = query.slice();
    },
    of(first, count) {
      for (let index = 0; index < count; index++) {
        ceilings[index] = innerProduct(current, rows[first + index] as Float32Array, 0);
      }
      return ceilings;
    },
    slackOf: () => 0,
  };
}
