import { innerProduct } from './inner-product.js';
import { BLOCK_ROWS, type RowCeilings } from './row-ceilings.js';

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
  };
}
