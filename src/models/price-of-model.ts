import type { ModelAdapter } from './model-adapter.js';
import type { RegisteredModel } from './model-directory.js';
import { FREE, type Price } from './price.js';

/** The registry's price; models on this machine are free, except those that Ollama hands on to its paid service. */
export function priceOfModel(
  { isLocal }: Pick<ModelAdapter, 'isLocal'>,
  model: string,
  registered: readonly RegisteredModel[],
): Price | undefined {
  const price = registered.find(({ id }) => id === model)?.price;
  return price ?? (isLocal === true && !/[:-]cloud$/.test(model) ? FREE : undefined);
}
