import type { AdapterSettings } from '../../models/adapter-settings.js';
import { type AdapterEntry, KNOWN_ADAPTERS } from './adapters.js';
import { normalizeCliAdapter } from './normalize-cli-adapter.js';
import type { AdapterContext } from './normalize-context.js';
import { normalizeHttpAdapter } from './normalize-http-adapter.js';

/** The settings of all enabled adapters. */
export function normalizeAdapters(
  adapters: Readonly<Record<string, AdapterEntry>>,
  context: AdapterContext,
): Readonly<Record<string, AdapterSettings>> {
  const normalized: Record<string, AdapterSettings> = {};
  for (const [name, entry] of Object.entries(adapters)) {
    if (entry.enabled) normalized[name] = normalizeAdapter(name, entry, context);
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
