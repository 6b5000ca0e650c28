import type { ModelAdapter } from './model-adapter.js';
import { FREE, type Price } from './price.js';

/** A model that the configuration allows for an adapter. */
export interface RegisteredModel {
  readonly id: string;
  readonly label?: string;
  readonly tier?: string;
  readonly isDefault: boolean;
  readonly enabled: boolean;
  readonly family?: string;
  readonly price?: Price;
}

/** All configured adapters. They are created at first use, because most runs need two or three. */
export interface ModelDirectory {
  names(): readonly string[];
  /** Undefined if the name is not configured. */
  adapter(name: string): Promise<ModelAdapter | undefined>;
  /** The registry's entries for an adapter; empty means that any model id is allowed. */
  models(name: string): readonly RegisteredModel[];
}

/** The registry's price; models on this machine are free, except those that Ollama hands on to its paid service. */
export function priceOfModel(
  { isLocal }: Pick<ModelAdapter, 'isLocal'>,
  model: string,
  registered: readonly RegisteredModel[],
): Price | undefined {
  const price = registered.find(({ id }) => id === model)?.price;
  return price ?? (isLocal === true && !/[:-]cloud$/.test(model) ? FREE : undefined);
}
