/** What one call consumed, as far as the tool reports it. A missing figure is unknown, never zero. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The tool's own figure for the price of the call, in US dollars. */
  readonly costUsd?: number;
  /** What an answer without reported figures is charged with: characters / 4 at the registry's price. */
  readonly estimatedUsd?: number;
  /** How often the model was asked for this one answer, further tries included; 0 when it never was. Absent: once. */
  readonly requests?: number;
  /** One of the tries may have been billed without saying so: the figures are the least that was used. */
  readonly isIncomplete?: true;
}

/** The model was asked and nothing was billed, as for an error that names no figures. */
export const NOTHING_USED: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** There was no call at all. */
export const NEVER_ASKED: Usage = { ...NOTHING_USED, requests: 0 };

/** The price of a model that runs on the user's own machine. */
export const FREE: Price = { inputPerMillion: 0, outputPerMillion: 0 };

/** US dollars per million tokens, from the model registry. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** The price of a call: the tool's own figure first, else tokens times the registry's price, else the estimate. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  return usage.isIncomplete ? undefined : leastCostOf(usage, price);
}

/** The part of the price that is known, also where a try did not say what it used. */
export function leastCostOf(usage: Usage, price: Price | undefined): number | undefined {
  if (usage.costUsd !== undefined) return usage.costUsd;
  if (price === undefined || usage.inputTokens === undefined || usage.outputTokens === undefined) {
    return usage.estimatedUsd;
  }
  return priceOf(usage.inputTokens, usage.outputTokens, price);
}

export function priceOf(inputTokens: number, outputTokens: number, price: Price): number {
  return (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / 1_000_000;
}

/** What all tries of one call used. A try that says nothing makes the sum incomplete, not smaller. */
export function sumUsage(tries: readonly Usage[]): Usage {
  if (tries.length === 0) return NEVER_ASKED;
  const known = tries.filter(
    ({ inputTokens, outputTokens }) => inputTokens !== undefined && outputTokens !== undefined,
  );
  const requests = tries.reduce((count, { requests: asked = 1 }) => count + asked, 0);
  const told = known.length === 0 ? tries : known;
  return {
    ...sum('inputTokens', told),
    ...sum('outputTokens', told),
    // Some with a price and some without would read as a price of all.
    ...(told.every(({ costUsd }) => costUsd !== undefined) ? sum('costUsd', told) : {}),
    ...(requests === 1 ? {} : { requests }),
    ...(known.length > 0 && known.length < tries.length ? { isIncomplete: true } : {}),
  };
}

function sum(key: 'inputTokens' | 'outputTokens' | 'costUsd', parts: readonly Usage[]): Usage {
  const figures = parts.flatMap((usage) => usage[key] ?? []);
  return figures.length === 0 ? {} : { [key]: figures.reduce((total, figure) => total + figure, 0) };
}
