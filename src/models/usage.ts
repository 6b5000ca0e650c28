import { type Price, priceOf, type TokenCounts } from './price.js';

/** The consumption of one call. A missing figure is unknown, never zero. */
export interface Usage extends TokenCounts {
  /** The price of the call as the tool reports it, in US dollars. */
  readonly costUsd?: number;
  /** For an answer without reported figures: characters / 4 at the registry's price. */
  readonly estimatedUsd?: number;
  /** The number of requests for this answer, retries included. Absent: once. */
  readonly requests?: number;
  /** Billed apart from the tokens. */
  readonly webSearches?: number;
  /** A try without figures may have been billed: the figures are a lower bound. */
  readonly isIncomplete?: true;
}

/** Usage as a tool reports it or a record has it. A missing or impossible figure is unknown, never zero. */
export function toUsage(reported: Readonly<Partial<Record<keyof Usage, unknown>>>): Usage {
  const figures = FIGURES.map((name) => [name, reported[name]]).filter(([, value]) => isFigure(value));
  return { ...Object.fromEntries(figures), ...(reported.isIncomplete === true ? { isIncomplete: true } : {}) };
}

const FIGURES = [
  ...(['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'longestPrompt'] as const),
  ...(['costUsd', 'estimatedUsd', 'requests', 'webSearches'] as const),
];

function isFigure(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** The model was asked and nothing was billed, as for an error without figures. */
export const NOTHING_USED: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** There was no call at all. */
export const NEVER_ASKED: Usage = { ...NOTHING_USED, requests: 0 };

/** The reported price, else tokens times the registry's price, else the estimate. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  return usage.isIncomplete ? undefined : leastCostOf(usage, price);
}

/** The known part of the price, also if a try reported no figures. */
export function leastCostOf(usage: Usage, price: Price | undefined): number | undefined {
  if (usage.costUsd !== undefined) return usage.costUsd;
  if (price === undefined || usage.inputTokens === undefined || usage.outputTokens === undefined) {
    return usage.estimatedUsd;
  }
  return priceOf(usage, price) + (usage.webSearches ?? 0) * USD_PER_SEARCH;
}

export const USD_PER_SEARCH = 10 / 1_000;

/** The usage of all tries of one call. A try without figures makes the sum incomplete, not smaller. */
export function sumUsage(tries: readonly Usage[]): Usage {
  if (tries.length === 0) return NEVER_ASKED;
  const known = tries.filter(
    ({ inputTokens, outputTokens }) => inputTokens !== undefined && outputTokens !== undefined,
  );
  const requests = tries.reduce((count, { requests: asked = 1 }) => count + asked, 0);
  const reported = known.length === 0 ? tries : known;
  const prompts = reported.map(({ longestPrompt, inputTokens = 0 }) => longestPrompt ?? inputTokens);
  const longestPrompt = Math.max(...prompts);
  const { inputTokens = 0 } = sum('inputTokens', reported);
  return {
    ...sum('inputTokens', reported),
    ...sum('outputTokens', reported),
    ...sum('cacheReadTokens', reported),
    ...sum('cacheWriteTokens', reported),
    ...(longestPrompt < inputTokens ? { longestPrompt } : {}),
    // A sum of only some prices would look like the price of all.
    ...(reported.every(({ costUsd }) => costUsd !== undefined) ? sum('costUsd', reported) : {}),
    ...sum('webSearches', reported),
    ...(requests === 1 ? {} : { requests }),
    ...((known.length > 0 && known.length < tries.length) || tries.some(({ isIncomplete }) => isIncomplete)
      ? { isIncomplete: true }
      : {}),
  };
}

function sum(key: (typeof FIGURES)[number], parts: readonly Usage[]): Usage {
  const figures = parts.flatMap((usage) => usage[key] ?? []);
  return figures.length === 0 ? {} : { [key]: figures.reduce((total, figure) => total + figure, 0) };
}
