/** What one call consumed, as far as the tool reports it. A missing figure is unknown, never zero. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The tool's own figure for the price of the call, in US dollars. */
  readonly costUsd?: number;
}

/** US dollars per million tokens, from the model registry. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** The price of a call: the tool's own figure first, else tokens times the registry's price, else unknown. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  if (usage.costUsd !== undefined) return usage.costUsd;
  if (price === undefined || usage.inputTokens === undefined || usage.outputTokens === undefined) return undefined;
  return (usage.inputTokens * price.inputPerMillion + usage.outputTokens * price.outputPerMillion) / 1_000_000;
}

/** Several attempts of one call add up; a figure that no attempt reported stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    ...sum('inputTokens', a, b),
    ...sum('outputTokens', a, b),
    ...sum('costUsd', a, b),
  };
}

function sum(key: keyof Usage, a: Usage, b: Usage): Usage {
  if (a[key] === undefined && b[key] === undefined) return {};
  return { [key]: (a[key] ?? 0) + (b[key] ?? 0) };
}
