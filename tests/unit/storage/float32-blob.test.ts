import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blobToVector, vectorToBlob } from '../../../src/semantics/vector-index/vector-blob.js';
import { blobToFloat32, float32ToBlob, openDatabase } from '../../../src/storage/index.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const vector = Float32Array.from({ length: 256 }, (_, at) => Math.sin(at) * 10 ** ((at % 60) - 30));

describe('a vector as bytes', () => {
  it('is the same format that semantics writes and reads', () => {
    expect([...float32ToBlob(vector)]).toEqual([...vectorToBlob(vector)]);
    expect([...blobToVector(float32ToBlob(vector))]).toEqual([...vector]);
  });

  it('comes back from the middle of a larger vector and from bytes that begin anywhere', () => {
    const part = vector.subarray(7, 19);
    const blob = float32ToBlob(part);
    for (const offset of [0, 1, 2, 3, 4]) {
      const folders = new Uint8Array(offset + blob.byteLength);
      folders.set(blob, offset);
      expect([...blobToFloat32(folders.subarray(offset))]).toEqual([...part]);
    }
    expect(blobToFloat32(new Uint8Array(0))).toHaveLength(0);
  });

  it('is refused when it is cut off', () => {
    expect(() => blobToFloat32(new Uint8Array(10))).toThrow(RangeError);
  });

  it.each(sqliteDrivers)('goes through $name unchanged, without a copy on the way out', async (driver) => {
    const database = await openDatabase(path.join(scratchFolder('vectors'), 'vectors.db'), {
      driver,
      migrations: [{ name: 'vectors', apply: (connection) => connection.exec('CREATE TABLE vectors (v BLOB) STRICT') }],
    });
    await database.write((connection) =>
      connection.run('INSERT INTO vectors VALUES (?)', [float32ToBlob(vector.subarray(1))]),
    );
    const stored = await database.read((connection) => connection.first<{ v: Uint8Array }>('SELECT v FROM vectors')?.v);
    if (stored === undefined) throw new Error('nothing stored');
    const read = blobToFloat32(stored);
    expect([...read]).toEqual([...vector.subarray(1)]);
    expect(read.buffer).toBe(stored.buffer);
    await database.close();
  });
});
