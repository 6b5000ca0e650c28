/** The rate that the next attempts can be expected to have, with 95 % confidence (Wilson). Without attempts: any. */
export function wilsonInterval(successes: number, count: number): readonly [low: number, high: number] {
  if (count === 0) return [0, 1];
  const rate = successes / count;
  const shrinkage = 1 + Z ** 2 / count;
  const middle = (rate + Z ** 2 / (2 * count)) / shrinkage;
  const half = (Z * Math.sqrt((rate * (1 - rate)) / count + Z ** 2 / (4 * count ** 2))) / shrinkage;
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Of the normal distribution, for 95 %. */
const Z = 1.96;
