import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobToVector, vectorToBlob } from '../../../../src/semantics/vector-index/vector-blob.js';

describe('a stored vector', () => {
  it('is little endian', () => {
    expect(vectorToBlob(Float32Array.of(1, -2))).toEqual(Uint8Array.of(0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0));
  });

  it('comes back as it was, wherever its bytes begin', () => {
    fc.assert(
      fc.property(fc.float32Array({ maxLength: 50 }), fc.nat({ max: 7 }), (vector, offset) => {
        const blob = vectorToBlob(vector);
        const buffer = new Uint8Array(offset + blob.length + 3);
        buffer.set(blob, offset);
        expect(blobToVector(buffer.subarray(offset, offset + blob.length))).toEqual(vector);
      }),
    );
  });

  it('is refused if bytes are missing', () => {
    expect(() => blobToVector(new Uint8Array(7))).toThrow('has 7 bytes; it must be a multiple of 4');
  });
});
