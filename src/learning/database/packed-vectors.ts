/**
 * Vectors in a few bits per number, each with its own scale: as floats they would be most of the database. With 8 bits a
 * cosine changes by less than 0.001. 4 bits do for statements, of which only distances to a center are measured.
 */
export function packVectors(vectors: readonly Float32Array[], bits: Bits): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const stride = getStride(dimensions, bits);
  const packed = new Uint8Array(vectors.length * stride);
  const view = new DataView(packed.buffer);
  for (const [index, vector] of vectors.entries()) {
    const start = index * stride;
    const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    view.setFloat32(start, largest / LARGEST[bits], true);
    const perStep = largest === 0 ? 0 : LARGEST[bits] / largest;
    for (let at = 0; at < dimensions; at++) {
      const step = Math.round((vector[at] as number) * perStep);
      const byte = start + SCALE_BYTES + (bits === 8 ? at : at >> 1);
      const shift = bits === 8 || at % 2 === 0 ? 0 : 4;
      packed[byte] = (packed[byte] as number) | ((step & (2 ** bits - 1)) << shift);
    }
  }
  return packed;
}

export type Bits = 4 | 8;

const SCALE_BYTES = 4;
const LARGEST = { 4: 7, 8: 127 } as const;

export function unpackVectors(packed: Uint8Array, dimensions: number, bits: Bits): Float32Array[] {
  const stride = getStride(dimensions, bits);
  return Array.from({ length: Math.floor(packed.byteLength / stride) }, (_, index) => {
    const vector = new Float32Array(dimensions);
    unpack(packed.subarray(index * stride, (index + 1) * stride), bits, vector);
    return vector;
  });
}

/** False for bytes that are not a vector of this length. Thousands of them are read one after the other into one array. */
export function unpackVector(packed: unknown, into: Float32Array): boolean {
  return packed instanceof Uint8Array && packed.byteLength === getStride(into.length, 8) && unpack(packed, 8, into);
}

function unpack(packed: Uint8Array, bits: Bits, into: Float32Array): boolean {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const scale = view.getFloat32(0, true);
  for (let at = 0; at < into.length; at++) {
    const byte = packed[SCALE_BYTES + (bits === 8 ? at : at >> 1)] as number;
    // Shifted to the top of a 32-bit number and back, a number of a few bits keeps its sign.
    const shift = bits === 4 && at % 2 === 0 ? 28 : 24;
    into[at] = ((byte << shift) >> (32 - bits)) * scale;
  }
  return Number.isFinite(scale);
}

function getStride(dimensions: number, bits: Bits): number {
  return SCALE_BYTES + Math.ceil((dimensions * bits) / 8);
}
