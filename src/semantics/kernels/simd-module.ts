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
