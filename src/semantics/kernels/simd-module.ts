import { KERNEL_BINARY } from './kernel-binary.js';

/** The functions of the compiled kernel. Addresses are bytes into the memory it was given. */
export interface SimdKernel {
  scanProducts(query: number, rows: number, count: number, rowBytes: number, out: number): void;
  usePoints(
    count: number,
    coordinates: number,
    coordinateBytes: number,
    codes: number,
    codeBytes: number,
    lengths: number,
    toUnits: number,
    productScale: number,
    productSlack: number,
  ): void;
  useNeighbors(heaps: number, others: number, heapSize: number, reaches: number): void;
  comparePair(first: number, from: number, end: number): void;
  sortNeighbors(point: number): void;
  useTree(
    count: number,
    cores: number,
    gaps: number,
    ends: number,
    spans: number,
    sources: number,
    outside: number,
    candidates: number,
  ): void;
  takeIntoTree(point: number): number;
}

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

/** Undefined without WebAssembly or its SIMD instructions; then the plain versions are used. */
export function instantiateKernel(bytes: number): { kernel: SimdKernel; memory: KernelMemory } | undefined {
  const compiled = kernelModule();
  if (compiled === undefined) return undefined;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  return { kernel: instance.exports as unknown as SimdKernel, memory };
}

function kernelModule(): object | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const bytes = Buffer.from(KERNEL_BINARY, 'base64');
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : undefined;
}

// Missing in Node's types; the library "dom" would add all browser types.
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number }) => KernelMemory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** Allocates regions of the given sizes one after the other, aligned for 16-byte loads. */
export function layOutRegions(start: number, sizes: readonly number[]): { offsets: number[]; end: number } {
  const offsets: number[] = [];
  let end = aligned(start);
  for (const size of sizes) {
    offsets.push(end);
    end = aligned(end + size);
  }
  return { offsets, end };
}

/** Grows the memory to at least `end` bytes. Earlier views are detached and must be created again. */
export function growTo(memory: KernelMemory, end: number): void {
  const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) memory.grow(missing);
}

function aligned(address: number): number {
  return Math.ceil(address / 16) * 16;
}

/**
 * A code is a vector scaled to a fixed length and rounded to 16-bit integers. The inner product of two codes is exact, and
 * gives the cosine of the two vectors with a known error bound.
 */

/** Short enough for a sum of products to stay in 31 bits, whatever the rounding adds. */
const CODE_LENGTH = 32_000;

/** Above every number of a code. */
const OFFSET = 32_768;

/** From the inner product of two codes to the cosine of the vectors. */
export const PRODUCT_SCALE = 1 / (CODE_LENGTH * CODE_LENGTH);

/** Codes are compared eight numbers at a time. */
export function codeWidth(dimensions: number): number {
  return Math.ceil(dimensions / 8) * 8;
}

/**
 * Bounds how far the cosine of two codes can be from the true one. Each number of a code is off by at most a half, so
 * a code is off by at most half the root of its dimensions; that counts once for either vector, and a little more for
 * the product of both errors and for arithmetic in 32-bit floats.
 */
export function productSlack(dimensions: number): number {
  return (2.02 * 0.5 * Math.sqrt(dimensions)) / CODE_LENGTH + 2e-6;
}

/** Writes the code of a vector and returns the vector's length. */
export function encode(vector: Float32Array | Float64Array, code: Int16Array): number {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] as number) * (vector[at] as number);
  const length = Math.sqrt(squares);
  const factor = length > 0 ? CODE_LENGTH / length : 0;
  // `Math.round`, in a third of the time: what is left of the point is cut off a number that is never negative.
  for (let index = 0; index < vector.length; index++) {
    code[index] = (((vector[index] as number) * factor + OFFSET + 0.5) | 0) - OFFSET;
  }
  return length;
}
