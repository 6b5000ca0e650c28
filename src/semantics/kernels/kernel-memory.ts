import { type KernelMemory, PAGE_BYTES } from './simd-module.js';

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
