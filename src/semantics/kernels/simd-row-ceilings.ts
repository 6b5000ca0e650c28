import { BLOCK_ROWS, type RowCeilings } from './row-ceilings.js';
import {
  codeWidth,
  encode,
  growTo,
  instantiateKernel,
  layOutRegions,
  PRODUCT_SCALE,
  productSlack,
} from './simd-module.js';

/** Rows as 16-bit codes, half the size of the vectors, compared in WebAssembly; undefined without it. */
export function createSimdRowCeilings(dimensions: number): RowCeilings | undefined {
  const width = codeWidth(dimensions);
  const rowBytes = width * 2;
  const { offsets, end } = layOutRegions(0, [rowBytes, BLOCK_ROWS * 4]);
  const [queryAt, productsAt] = offsets as [number, number];
  const instance = instantiateKernel(end + 4 * rowBytes);
  if (instance === undefined) return undefined;
  const { kernel, memory } = instance;
  const slack = productSlack(dimensions);
  const ceilings = new Float64Array(BLOCK_ROWS);
  let lengths = new Float64Array(16);
  let queryLength = 0;

  const getCode = (row: number): Int16Array => new Int16Array(memory.buffer, end + row * rowBytes, width);
  const reserve = (row: number): void => {
    // The kernel reads four rows at a time. Growing by a quarter limits both copies and waste.
    const needed = end + (row + 4) * rowBytes;
    if (needed > memory.buffer.byteLength) growTo(memory, needed + Math.min(needed >> 2, GROWTH_BYTES));
    if (row < lengths.length) return;
    const longer = new Float64Array(row * 2);
    longer.set(lengths);
    lengths = longer;
  };

  return {
    backend: 'simd',
    put(row, vector) {
      reserve(row);
      lengths[row] = encode(vector, getCode(row));
    },
    move(from, to) {
      getCode(to).set(getCode(from));
      lengths[to] = lengths[from] as number;
    },
    setQuery(query) {
      queryLength = encode(query, new Int16Array(memory.buffer, queryAt, width));
    },
    of(first, count) {
      kernel.scanProducts(queryAt, end + first * rowBytes, count, rowBytes, productsAt);
      const products = new Int32Array(memory.buffer, productsAt, count);
      for (let index = 0; index < count; index++) {
        const cosine = (products[index] as number) * PRODUCT_SCALE + slack;
        ceilings[index] = cosine * queryLength * (lengths[first + index] as number);
      }
      return ceilings;
    },
    slackOf: (row) => 2 * slack * queryLength * (lengths[row] as number),
  };
}

const GROWTH_BYTES = 64 * 1024 * 1024;
