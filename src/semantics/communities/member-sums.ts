import type { Points } from '../kernels/points.js';

export interface MemberSum {
  readonly sum: Float64Array;
  readonly count: number;
}

/** For each label the sum of its points; noise is left out. */
export function sumMembers({ data, dimensions }: Points, labels: Int32Array): Map<number, MemberSum> {
  const sums = new Map<number, MemberSum>();
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue;
    const { sum, count } = sums.get(label) ?? { sum: new Float64Array(dimensions), count: 0 };
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (data[at * dimensions + i] as number);
    sums.set(label, { sum, count: count + 1 });
  }
  return sums;
}
