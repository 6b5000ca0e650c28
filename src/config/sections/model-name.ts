import { nearestName } from '../../kernel/nearest-name.js';
import { MODEL_ID } from './model-registry.js';
import type { NormalizeContext } from './normalize-context.js';

/** A model that a setting chooses. */
export interface ModelName {
  readonly adapter: string;
  /** Undefined for the adapter's own default. */
  readonly model: string | undefined;
}

interface ModelNameContext {
  readonly key: readonly string[];
  /** All adapters of the files, also disabled ones. */
  readonly adapters: Readonly<Record<string, unknown>>;
  readonly context: NormalizeContext;
}

/** Reads "adapter" or "adapter model". */
export function readModelName(text: string, { key, adapters, context }: ModelNameContext): ModelName {
  const [, adapter = '', model] = /^([^\s:]+)(?:[\s:]+(\S+))?$/.exec(text.trim()) ?? [];
  if (adapter === '' || (model !== undefined && !MODEL_ID.test(model))) {
    throw context.keyError(key, `has the entry "${text}"; write "adapter" or "adapter model", as in "claude sonnet"`);
  }
  if (!Object.hasOwn(adapters, adapter)) {
    const nearest = nearestName(adapter, Object.keys(adapters));
    throw context.keyError(
      key,
      `names the adapter "${adapter}", which does not exist${nearest ? `; did you mean "${nearest}"?` : ''}`,
    );
  }
  return { adapter, model };
}
