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
}

/** The number of rows per call. */
export const BLOCK_ROWS = 4096;
