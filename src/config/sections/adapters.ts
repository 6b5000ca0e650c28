import { z } from 'zod';
import type { AdapterSettings } from '../../models/adapter-settings.js';
import { cliAdapterSchema, normalizeCliAdapter } from './cli-adapter.js';
import { httpAdapterSchema, normalizeHttpAdapter } from './http-adapter.js';
import type { AdapterContext, NormalizeContext } from './normalize-context.js';
import { adapterType, enabled } from './setting.js';

const demoAdapterSchema = z.strictObject({ type: adapterType('demo'), enabled: enabled() });

/** Without "@", "#" and ":", so that "model@adapter#2" and "adapter:model" can be parsed. */
const ADAPTER_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

export const adaptersSchema = z.record(
  z.string().regex(ADAPTER_NAME),
  z.discriminatedUnion('type', [cliAdapterSchema, httpAdapterSchema, demoAdapterSchema]),
);

type AdapterEntry = z.output<typeof adaptersSchema>[string];

/** The built-in adapters. `tests/architecture/registries.test.ts` compares them with `adapters/registry.ts`. */
export const KNOWN_ADAPTERS: ReadonlyMap<string, AdapterEntry['type']> = new Map([
  ['claude', 'cli'],
  ['codex', 'cli'],
  ['droid', 'cli'],
  ['gemini', 'cli'],
  ['llamacpp', 'cli'],
  ['ollama', 'http'],
  ['lmstudio', 'http'],
  ['openrouter', 'http'],
  ['nebius', 'http'],
  ['openai', 'http'],
  ['anthropic', 'http'],
  ['demo', 'demo'],
]);

/** The settings of all enabled adapters. */
export function normalizeAdapters(
  adapters: Readonly<Record<string, AdapterEntry>>,
  context: NormalizeContext & { readonly nativeTools: boolean },
): Readonly<Record<string, AdapterSettings>> {
  const normalized: Record<string, AdapterSettings> = {};
  for (const [name, entry] of Object.entries(adapters)) {
    if (entry.enabled) {
      normalized[name] = normalizeAdapter(name, entry, { ...context, isBuiltIn: KNOWN_ADAPTERS.has(name) });
    }
  }
  return normalized;
}

function normalizeAdapter(name: string, entry: AdapterEntry, context: AdapterContext): AdapterSettings {
  const expectedType = KNOWN_ADAPTERS.get(name);
  if (expectedType !== undefined && expectedType !== entry.type) {
    throw context.keyError(
      ['adapters', name, 'type'],
      `is ${entry.type}, but "${name}" is a built-in adapter of type ${expectedType}; choose another name for yours`,
    );
  }
  switch (entry.type) {
    case 'cli':
      return normalizeCliAdapter(name, entry, context);
    case 'http':
      return normalizeHttpAdapter(name, entry, context);
    case 'demo':
      if (expectedType === undefined) {
        throw context.keyError(['adapters', name, 'type'], 'is demo; the only adapter of that type is "demo"');
      }
      return { type: 'demo' };
  }
}
