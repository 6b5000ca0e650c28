/** A vector as bytes for a database: 32-bit floats, little endian, whatever the machine. */
export function vectorToBlob(vector: Float32Array): Uint8Array {
  const blob = new Uint8Array(vector.length * 4);
  const view = new DataView(blob.buffer);
  for (const [at, value] of vector.entries()) view.setFloat32(at * 4, value, true);
  return blob;
}

/** Throws a RangeError if the bytes are not a whole number of floats. The bytes may begin anywhere in their buffer. */
export function blobToVector(blob: Uint8Array): Float32Array {
  if (blob.byteLength % 4 !== 0) {
    throw new RangeError(`a stored vector has ${blob.byteLength} bytes; it must be a multiple of 4`);
  }
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  return Float32Array.from({ length: blob.byteLength / 4 }, (_, at) => view.getFloat32(at * 4, true));
}
