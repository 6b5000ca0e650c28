/** A mean and the interval that holds the true one in 95 of 100 such runs. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959964;

/** Of values from 0 to 1. Unlike mean plus or minus an error, it stays honest near 0 and 1 (Wilson's interval). */
export function shareEstimate(sum: number, count: number): Estimate {
  if (count === 0) return { mean: 0, low: 0, high: 1 };
  const mean = sum / count;
  const spread = 1 + (Z * Z) / count;
  const centre = (mean + (Z * Z) / (2 * count)) / spread;
  const half = (Z / spread) * Math.sqrt((mean * (1 - mean)) / count + (Z * Z) / (4 * count * count));
  return { mean, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Sums of differences between two methods on the same questions: what both get wrong cancels out. */
export interface PairedSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/**
 * The interval is that of two more questions, of which each method alone gets one right (Bonett and Price). Without
 * them, methods that never differed would have an interval of no width, and a few questions would pass for certainty.
 */
export function pairedEstimate({ count, sum, squares }: PairedSums): Estimate {
  if (count === 0) return { mean: 0, low: -1, high: 1 };
  const asked = count + 2;
  const centre = sum / asked;
  const half = Z * Math.sqrt(Math.max(0, (squares + 2) / asked - centre * centre) / asked);
  return { mean: sum / count, low: Math.max(-1, centre - half), high: Math.min(1, centre + half) };
}
