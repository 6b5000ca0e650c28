/** US dollars per million tokens, from the model registry. */
export interface Price extends Rates {
  /** Other rates for a whole request whose prompt is longer than `above` tokens; the lowest limit first. */
  readonly steps?: readonly (Rates & { readonly above: number })[] | undefined;
}

interface Rates {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** Without them, cached tokens cost what others do. */
  readonly cacheReadPerMillion?: number | undefined;
  readonly cacheWritePerMillion?: number | undefined;
}

/** The price of a model that runs on the user's own machine. */
export const FREE: Price = { inputPerMillion: 0, outputPerMillion: 0 };

export function isFree({ inputPerMillion, outputPerMillion }: Price): boolean {
  return inputPerMillion === 0 && outputPerMillion === 0;
}

export interface TokenCounts {
  /** Cached ones included. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of the input tokens, at a price of their own. */
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The input tokens of the longest request, if there were several: the price of a request depends on its own length. */
  readonly longestPrompt?: number;
}

export function priceOf(tokens: TokenCounts, price: Price): number {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = tokens;
  const prompt = tokens.longestPrompt ?? inputTokens;
  const found: Rates = price.steps?.findLast(({ above }) => prompt > above) ?? price;
  const { inputPerMillion, cacheReadPerMillion = inputPerMillion, cacheWritePerMillion = inputPerMillion } = found;
  const input = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens) * inputPerMillion;
  const cached = cacheReadTokens * cacheReadPerMillion + cacheWriteTokens * cacheWritePerMillion;
  return (input + cached + outputTokens * found.outputPerMillion) / 1_000_000;
}

/** By what an ordinary call costs; undefined if there is none. */
export function findDearest(prices: readonly Price[]): Price | undefined {
  return prices.toSorted((a, b) => priceOf(ORDINARY_CALL, b) - priceOf(ORDINARY_CALL, a))[0];
}

const ORDINARY_CALL = { inputTokens: 3_000, outputTokens: 1_000 };
