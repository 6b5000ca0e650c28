/** What the past calls to one model came to, on average. A missing figure was never reported. */
export interface PastCalls {
  readonly calls: number;
  /** As the model counted them, with whatever its tool adds to the prompt. */
  readonly promptTokens?: number;
  readonly answerTokens?: number;
  readonly seconds?: number;
  /** As the tool itself reported it. */
  readonly usd?: number;
}

/** Who remembers earlier deliberations fills it; without it an estimate rests on stated assumptions. */
export interface RunHistory {
  /** Of the latest calls that were answered; undefined without any. One that rejects is taken for one without any. */
  pastCalls(adapter: string, model: string): Promise<PastCalls | undefined>;
}
