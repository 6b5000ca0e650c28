/**
 * The vectors of an experience's statements, a byte per number: they only serve to measure how far statements lie from
 * a center, and as floats they would be most of the database.
 */
export function packStatements(vectors: readonly Float32Array[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const packed = new Uint8Array(vectors.length * (SCALE_BYTES + dimensions));
  const view = new DataView(packed.buffer);
  for (const [at, vector] of vectors.entries()) {
    const start = at * (SCALE_BYTES + dimensions);
    let largest = 0;
    for (let place = 0; place < dimensions; place++) largest = Math.max(largest, Math.abs(vector[place] as number));
    view.setFloat32(start, largest / 127, true);
    const perStep = largest === 0 ? 0 : 127 / largest;
    for (let place = 0; place < dimensions; place++) {
      view.setInt8(start + SCALE_BYTES + place, Math.round((vector[place] as number) * perStep));
    }
  }
  return packed;
}

const SCALE_BYTES = 4;

export function unpackStatements(packed: Uint8Array, dimensions: number): Float32Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const stride = SCALE_BYTES + dimensions;
  return Array.from({ length: Math.floor(packed.byteLength / stride) }, (_, at) => {
    const start = at * stride;
    const scale = view.getFloat32(start, true);
    const bytes = new Int8Array(packed.buffer, packed.byteOffset + start + SCALE_BYTES, dimensions);
    const vector = new Float32Array(dimensions);
    for (let place = 0; place < dimensions; place++) vector[place] = (bytes[place] as number) * scale;
    return vector;
  });
}
