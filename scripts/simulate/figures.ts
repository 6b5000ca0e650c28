/** A mean with its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959964;

/** The share of values from 0 to 1, with Wilson's interval, which stays correct near 0 and 1. */
export function shareEstimate(sum: number, count: number): Estimate {
  if (count === 0) return { mean: 0, low: 0, high: 1 };
  const mean = sum / count;
  const spread = 1 + (Z * Z) / count;
  const center = (mean + (Z * Z) / (2 * count)) / spread;
  const half = (Z / spread) * Math.sqrt((mean * (1 - mean)) / count + (Z * Z) / (4 * count * count));
  return { mean, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** Sums of the differences between two methods on the same questions. */
export interface PairedSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/**
 * Two questions are added, of which each method alone gets one right (Bonett and Price). Without them, methods that
 * never differed would have an interval of width 0, even after a few questions.
 */
export function pairedEstimate({ count, sum, squares }: PairedSums): Estimate {
  if (count === 0) return { mean: 0, low: -1, high: 1 };
  const asked = count + 2;
  const center = sum / asked;
  const half = Z * Math.sqrt(Math.max(0, (squares + 2) / asked - center * center) / asked);
  return { mean: sum / count, low: Math.max(-1, center - half), high: Math.min(1, center + half) };
}
