import type { Usage } from '../../../src/models/index.js';

/** Leaves out what the tool did not report: a missing figure is unknown, never zero. */
export function usageOf(figures: {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly costUsd?: number | undefined;
}): Usage {
  const { inputTokens, outputTokens, costUsd } = figures;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}
