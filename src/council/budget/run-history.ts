import type { Range } from './estimate.js';

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
  /** Of the latest calls that were answered; undefined without any. One that rejects is taken for one without any. */
  pastCalls(adapter: string, model: string): Promise<PastCalls | undefined>;
}
