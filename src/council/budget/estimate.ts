/** From the shortest course a debate can take to the longest it may. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * What a deliberation will take, estimated before the first call. Low: the first round settles it. High: all rounds
 * run, with every follow-up for evidence, every second request for a vote, and a summary.
 */
export interface Estimate {
  readonly calls: Range;
  readonly input_tokens: Range;
  readonly output_tokens: Range;
  /** Unknown as soon as one model's price is. */
  readonly usd: Range | 'unknown';
  /** The sum over the models of known price; only if `usd` is unknown. */
  readonly known_usd?: Range;
  /** Whose price is unknown; only where `usd` is. */
  readonly unpriced?: readonly string[];
  readonly seconds: Range;
  /** What the figures are based on. */
  readonly basis: readonly string[];
}
