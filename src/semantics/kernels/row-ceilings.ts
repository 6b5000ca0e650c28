/**
 * Rows of vectors as an index needs them: for a query, numbers that the inner products with the rows cannot exceed.
 * Only a row whose ceiling is high enough is worth an exact product.
 */
export interface RowCeilings {
  readonly backend: 'simd' | 'plain';
  /** Writes a vector into a row; rows are filled from 0 without a gap. */
  put(row: number, vector: Float32Array): void;
  /** Copies one row over another. */
  move(from: number, to: number): void;
  /** Makes a query the one that ceilings are for. */
  setQuery(query: Float32Array): void;
  /** The ceilings of `count` rows from `first`, which is a multiple of `BLOCK_ROWS`; valid until the next call. */
  of(first: number, count: number): Float64Array;
}

/** So many rows are looked at in one call. */
export const BLOCK_ROWS = 4096;
