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

/** In billions of parameters. Smaller models add more noise than insight to a panel of large ones. */
const SMALL_BELOW = 15;

/** By the registry's tier, else by the size in the model's name. */
export function isSmallModel(model: string, registered: readonly RegisteredModel[]): boolean {
  if (registered.find(({ id }) => id === model)?.tier === 'small') return true;
  const sizes = [...model.matchAll(SIZE)].map(([, experts = '1', size, unit]) => {
    const billions = unit?.toLowerCase() === 'm' ? 0.001 : 1;
    return Number(experts) * Number(size) * billions;
  });
  // "235B-A22B" is one model: the larger figure is its size, the other one its active part.
  return sizes.length > 0 && Math.max(...sizes) < SMALL_BELOW;
}

/** As in "qwen3:8b", "Llama-3.2-1B-Instruct", "mixtral:8x7b" or "gemma3:270m". */
const SIZE = /(?<![\d.a-z])(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)(b|m)(?![a-z0-9])/gi;
