import { describe, expect, it } from 'vitest';
import { chooseParameters } from '../../../src/learning/clusters/choose-parameters.js';
import { clusterId, parseClusterId } from '../../../src/learning/clusters/cluster-id.js';
import { describeGroup } from '../../../src/learning/clusters/describe-group.js';
import { packVectors, unpackVectors } from '../../../src/learning/database/packed-vectors.js';
import { DEFAULT_LEARNING_SETTINGS } from '../../../src/learning/index.js';
import { principalDirections } from '../../../src/learning/meaning/principal-directions.js';

describe('parameters of clustering', () => {
  it.each([
    [20, 3, 3],
    [300, 3, 3],
    [301, 5, 3],
    [20_000, 5, 3],
  ])('are for %i experiences: at least %i in a cluster, %i neighbors', (count, minClusterSize, minSamples) => {
    expect(chooseParameters(count, DEFAULT_LEARNING_SETTINGS)).toEqual({ minClusterSize, minSamples });
  });

  it('are those of the configuration if it sets them', () => {
    const settings = { ...DEFAULT_LEARNING_SETTINGS, minClusterSize: 7 };
    expect(chooseParameters(500, settings)).toEqual({ minClusterSize: 7, minSamples: 3 });
    expect(chooseParameters(500, { ...settings, minSamples: 9 }).minSamples).toBe(9);
  });
});

describe('a large group', () => {
  it('lets other work run while it is measured', async () => {
    const ids = Array.from({ length: 300_000 }, (_, at) => `ghap_${at}`);
    const point = Float32Array.from([1, 0]);
    const middle = Float32Array.from([0, 0]);
    const space = { dimensions: 2, directions: middle, textMiddle: middle, statementMiddle: middle };
    const texts = new Map(ids.map((id) => [id, point]));
    const statements = new Map(ids.map((id) => [id, [point]]));
    const isMeasured = describeGroup(ids, { space, texts, statements }, () => 'silver');
    const immediate = new Promise((resolve) => setImmediate(resolve, 'others'));
    expect(await Promise.race([isMeasured, immediate])).toBe('others');
    expect(await isMeasured).toMatchObject({ size: 300_000, meanDistance: 0 });
  });
});

describe('the id of a cluster', () => {
  it('names axis and label', () => {
    expect(clusterId({ axis: 'root_cause', label: 3 })).toBe('cluster_root_cause_3');
    expect(parseClusterId('cluster_root_cause_3')).toEqual({ axis: 'root_cause', label: 3 });
  });

  it.each(['cluster_full', 'cluster_full_-1', 'cluster_domain_1', 'full_1', 'cluster_full_01', ''])(
    'refuses "%s" and shows how one looks',
    (id) => {
      expect(() => parseClusterId(id)).toThrow(/cluster_\{axis\}_\{label\}/);
    },
  );
});

describe('the directions in which vectors differ', () => {
  it('are found, at right angles to each other, the widest first', async () => {
    const data = Float32Array.from({ length: 300 }, (_, at) => {
      const [row, axis] = [Math.floor(at / 3), at % 3];
      return [Math.sin(row * 7) * 5, Math.cos(row * 13) * 2, 0.5][axis] ?? 0;
    });
    const directions = await principalDirections({ data, dimensions: 3 }, Float32Array.from([0, 0, 0.5]), 2);
    expect(Math.abs(directions[0] ?? 0)).toBeCloseTo(1, 2);
    expect(Math.abs(directions[4] ?? 0)).toBeCloseTo(1, 2);
  });

  it.each([
    [8, 2],
    [4, 0.5],
  ] as const)('keep vectors close to what they were when packed in %i bits', (bits, digits) => {
    const vectors = [Float32Array.from([0.6, -0.8, 0.1]), Float32Array.from([0, 0, 0])];
    const unpacked = unpackVectors(packVectors(vectors, bits), 3, bits);
    for (const [at, vector] of vectors.entries()) {
      for (const [index, value] of vector.entries()) expect(unpacked[at]?.[index]).toBeCloseTo(value, digits);
    }
  });
});
