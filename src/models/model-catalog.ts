import type { Availability, ModelAdapter } from './model-adapter.js';
import type { ModelDirectory } from './model-directory.js';
import { familyOf } from './model-family.js';

export interface ModelCatalog {
  adapterNames(): readonly string[];
  /** The ids that an adapter accepts; undefined if it accepts any. Asks the adapter if the registry has none. */
  modelIds(adapter: string, signal: AbortSignal): Promise<readonly string[] | undefined>;
  list(signal: AbortSignal): Promise<readonly CatalogEntry[]>;
}

/** One adapter in `list_models`. */
export type CatalogEntry = {
  readonly adapter: string;
  readonly type: 'cli' | 'http' | 'demo';
  readonly models: readonly CatalogModel[];
} & (
  | { readonly available: true; readonly detail: string }
  | { readonly available: false; readonly reason: string; readonly remedy: string }
);

interface CatalogModel {
  readonly id: string;
  readonly label: string;
  readonly tier: string | null;
  readonly default: boolean;
  readonly enabled: boolean;
  readonly family: string;
}

/** What `list_models` shows: the registry's entries, or what the adapter itself says is installed. */
export function createModelCatalog(directory: ModelDirectory): ModelCatalog {
  return {
    adapterNames: () => directory.names(),
    async modelIds(name, signal) {
      const registered = directory.models(name).filter(({ enabled }) => enabled);
      if (registered.length > 0) return registered.map(({ id }) => id);
      const adapter = await directory.adapter(name);
      const availability = await adapter?.availability(signal);
      return availability?.available === true ? availability.models : undefined;
    },
    async list(signal) {
      const entries = await Promise.all(directory.names().map((name) => describeAdapter(name, directory, signal)));
      return entries.filter((entry) => entry !== undefined);
    },
  };
}

async function describeAdapter(
  name: string,
  directory: ModelDirectory,
  signal: AbortSignal,
): Promise<CatalogEntry | undefined> {
  const adapter = await directory.adapter(name);
  if (adapter === undefined) return undefined;
  const availability = await usableNow(adapter, signal);
  const shared = { adapter: name, type: adapter.kind, models: modelsOf(name, directory, availability) };
  return availability.available
    ? { ...shared, available: true, detail: availability.detail }
    : { ...shared, available: false, reason: availability.reason, remedy: availability.remedy };
}

/** A tool that is not logged in cannot be used, even if it is installed. */
export async function usableNow(adapter: ModelAdapter, signal: AbortSignal): Promise<Availability> {
  const found = await adapter.availability(signal);
  const login = found.available ? await adapter.login?.(signal) : undefined;
  if (login?.kind !== 'logged_out') return found;
  return { available: false, reason: 'not logged in', remedy: login.remedy };
}

function modelsOf(name: string, directory: ModelDirectory, availability: Availability): CatalogModel[] {
  const registered = directory.models(name);
  const installed = availability.available ? (availability.models ?? []) : [];
  if (registered.length === 0) {
    return installed.map((id) => ({
      id,
      label: id,
      tier: null,
      default: false,
      enabled: true,
      family: familyOf(name, id),
    }));
  }
  return registered.map((model) => ({
    id: model.id,
    label: model.label ?? model.id,
    tier: model.tier ?? null,
    default: model.isDefault,
    enabled: model.enabled,
    family: model.family ?? familyOf(name, model.id),
  }));
}
