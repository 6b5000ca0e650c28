import type { AdapterSettings } from '../../models/adapter-settings.js';
import { type AdapterEntry, KNOWN_ADAPTERS } from './adapters.js';
import { normaliseCliAdapter } from './normalise-cli-adapter.js';
import type { NormaliseContext } from './normalise-context.js';
import { normaliseHttpAdapter } from './normalise-http-adapter.js';

/** The adapters that are switched on, ready to be handed to their factories. */
export function normaliseAdapters(
  adapters: Readonly<Record<string, AdapterEntry>>,
  nativeTools: boolean,
  context: NormaliseContext,
): Readonly<Record<string, AdapterSettings>> {
  const normalised: Record<string, AdapterSettings> = {};
  for (const [name, entry] of Object.entries(adapters)) {
    if (entry.enabled) normalised[name] = normaliseAdapter(name, entry, nativeTools, context);
  }
  return normalised;
}

function normaliseAdapter(
  name: string,
  entry: AdapterEntry,
  nativeTools: boolean,
  context: NormaliseContext,
): AdapterSettings {
  const expectedType = KNOWN_ADAPTERS.get(name);
  if (expectedType !== undefined && expectedType !== entry.type) {
    throw context.blame(
      ['adapters', name, 'type'],
      `is ${entry.type}, but "${name}" is a built-in adapter of type ${expectedType}; choose another name for yours`,
    );
  }
  switch (entry.type) {
    case 'cli':
      return normaliseCliAdapter(name, entry, nativeTools, context);
    case 'http':
      return normaliseHttpAdapter(name, entry, context);
    case 'demo':
      if (expectedType === undefined) {
        throw context.blame(['adapters', name, 'type'], 'is demo; the only adapter of that type is "demo"');
      }
      return { type: 'demo' };
  }
}
