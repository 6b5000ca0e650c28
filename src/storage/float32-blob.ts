import { endianness } from 'node:os';

/**
 * A vector as bytes for a database, little endian on every machine. On little-endian machines these are the vector's
 * own bytes, not a copy: the driver copies them once when it stores them.
 */
export function float32ToBlob(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return IS_LITTLE_ENDIAN ? bytes : swapped(bytes);
}

/**
 * The vector that such bytes hold; shares their memory where it lies on a multiple of four, as what the drivers return
 * does. Throws a RangeError if they are not a whole number of floats.
 */
export function blobToFloat32(blob: Uint8Array): Float32Array {
  if (blob.byteLength % FLOAT_BYTES !== 0) {
    throw new RangeError(`a stored vector has ${blob.byteLength} bytes; it must be a multiple of ${FLOAT_BYTES}`);
  }
  const bytes = IS_LITTLE_ENDIAN ? aligned(blob) : swapped(blob);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / FLOAT_BYTES);
}

/** The same for untrusted bytes; undefined if they are not a vector of this many finite numbers. */
export function readStoredVector(blob: unknown, dimensions: number): Float32Array | undefined {
  if (!(blob instanceof Uint8Array) || blob.byteLength !== dimensions * FLOAT_BYTES) return undefined;
  const vector = blobToFloat32(blob);
  return vector.every(Number.isFinite) ? vector : undefined;
}

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const IS_LITTLE_ENDIAN = endianness() === 'LE';

function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % FLOAT_BYTES === 0 ? bytes : new Uint8Array(bytes);
}

function swapped(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.from(bytes).swap32());
}
