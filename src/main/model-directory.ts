import { createAdapter } from '../../adapters/registry.js';
import type { AdapterSettings, ModelAdapter, ModelDirectory, RegisteredModel } from '../models/index.js';

export interface ModelDirectoryOptions {
  readonly adapters: Readonly<Record<string, AdapterSettings>>;
  readonly modelRegistry: Readonly<Record<string, readonly RegisteredModel[]>>;
  /** Adapters that the caller made; they come before configured ones of the same name. */
  readonly provided?: Readonly<Record<string, ModelAdapter>>;
}

export function createModelDirectory(options: ModelDirectoryOptions): ModelDirectory {
  const { adapters, modelRegistry, provided = {} } = options;
  const made = new Map<string, Promise<ModelAdapter>>();
  return {
    names: () => [...new Set([...Object.keys(provided), ...Object.keys(adapters)])],
    async adapter(name) {
      if (Object.hasOwn(provided, name)) return provided[name];
      const settings = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
      if (settings === undefined) return undefined;
      const adapter = made.get(name) ?? createAdapter(name, settings);
      made.set(name, adapter);
      return adapter;
    },
    models(name) {
      // The registry speaks of the configured adapter, not of another one under its name.
      if (Object.hasOwn(provided, name) || !Object.hasOwn(modelRegistry, name)) return [];
      return modelRegistry[name] ?? [];
    },
  };
}
