import { expect, it } from 'vitest';
import type { Clustering } from '../../../../src/semantics/clustering/clustering.js';
import { minClusterSizeFor, splitLargeClusters } from '../../../../src/semantics/clustering/split-large-clusters.js';

/** Each point belongs to its cluster by half, and each cluster lasts for its number and a half. */
const labels = (...values: number[]): Clustering => ({
  labels: Int32Array.from(values),
  probabilities: Float64Array.from(values, (label) => (label < 0 ? 0 : 0.5)),
  stabilities: Float64Array.from({ length: Math.max(...values) + 1 }, (_, label) => label + 0.5),
});

it('needs three points for a cluster up to 300 and five beyond', () => {
  expect([10, 300, 301, 5_000].map(minClusterSizeFor)).toEqual([3, 3, 5, 5]);
});

it('splits a cluster of over a third into leaves that keep its members', () => {
  const found = splitLargeClusters(labels(0, 0, 0, 0, 0, 0, 1, 1, -1), labels(0, 0, 0, 1, 1, 1, 2, 2, -1));
  expect([...found.labels]).toEqual([2, 2, 2, 3, 3, 3, 1, 1, -1]);
  expect([...found.stabilities]).toEqual([0.5, 1.5, 0.5, 1.5]);
  expect([...found.probabilities]).toEqual([...Array(8).fill(0.5), 0]);
});

it.each([
  ['loses more than a fifth of it', labels(0, 0, -1, -1, 1, 1, 2, 2, -1)],
  ['gives one cluster', labels(0, 0, 0, 0, 0, 0, 2, 2, -1)],
])('leaves a large cluster whole if splitting %s', (_case, leaves) => {
  const whole = labels(0, 0, 0, 0, 0, 0, 1, 1, -1);
  expect(splitLargeClusters(whole, leaves)).toEqual(whole);
});

it('leaves clusters of up to a third alone', () => {
  const whole = labels(0, 0, 0, 1, 1, 1, 2, 2, 2);
  expect(splitLargeClusters(whole, labels(0, 0, 0, 1, 1, 1, -1, -1, -1))).toEqual(whole);
});
