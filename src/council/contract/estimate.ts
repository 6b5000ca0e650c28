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

/** Figures of the past calls to one model, from typical to high. A missing one was never reported. */
export interface PastCalls {
  readonly calls: number;
  /** What the tool adds to every prompt, in tokens. */
  readonly addedTokens?: number;
  /** In tokens. */
  readonly answerLength?: Range;
  readonly answerSeconds?: Range;
  /** As the tool itself reported it, for one call. */
  readonly callUsd?: Range;
}

/** Who remembers earlier deliberations fills it; without it an estimate rests on stated assumptions. */
export interface RunHistory {
  /** Of the latest calls that were answered; undefined without any. A rejection counts as none. */
  pastCalls(adapter: string, model: string): Promise<PastCalls | undefined>;
}
