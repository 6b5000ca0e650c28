import type { ConfidenceTier, Outcome } from './entry.js';

/** How much an outcome can be believed: what a test or build said counts more than what the agent says of itself. */
export function confidenceTier({ status, auto_captured }: Pick<Outcome, 'status' | 'auto_captured'>): ConfidenceTier {
  if (status === 'abandoned') return 'abandoned';
  return auto_captured ? 'gold' : 'silver';
}
