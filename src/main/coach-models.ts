import type { CoachModels } from '../coaching/index.js';
import type { Settings } from '../config/index.js';
import { type ModelDirectory, priceOfModel, type RegisteredModel } from '../models/index.js';
import { usableNow } from './model-catalog.js';

type Tier = keyof Settings['coaching']['models'];
type TierModels = NonNullable<Awaited<ReturnType<CoachModels['ofTier']>>>;

/** The models of the coach: those of the configuration, else of the first adapter that can be used. */
export function openCoachModels(directory: ModelDirectory, chosen: Settings['coaching']['models']): CoachModels {
  const found = new Map<Tier, TierModels>();
  return {
    async ofTier(tier) {
      const known = found.get(tier);
      if (known !== undefined) return known;
      const choice = chosen[tier];
      const models =
        choice === 'auto'
          ? await findFirst(directory, tier)
          : await modelsOf(choice.adapter, { directory, tier, model: choice.model });
      if (models !== undefined) found.set(tier, models);
      return models;
    },
  };
}

/** A key for the API was given for this; the CLI is logged in for all of Claude Code. */
const PREFERRED = ['anthropic', 'claude'];

async function findFirst(directory: ModelDirectory, tier: Tier): Promise<TierModels | undefined> {
  const others = directory.names().filter((name) => !PREFERRED.includes(name));
  for (const name of PREFERRED) {
    const models = await modelsOf(name, { directory, tier });
    if (models !== undefined) return models;
  }
  const found = await Promise.all(others.map((name) => modelsOf(name, { directory, tier })));
  return found.find((models) => models !== undefined);
}

interface Search {
  readonly directory: ModelDirectory;
  readonly tier: Tier;
  /** The one that is asked first. */
  readonly model?: string | undefined;
}

/** Undefined if the adapter cannot be used now, or has no model. */
async function modelsOf(name: string, { directory, tier, model }: Search): Promise<TierModels | undefined> {
  const adapter = await directory.adapter(name);
  if (adapter === undefined || adapter.kind === 'demo') return undefined;
  const found = await usableNow(adapter, AbortSignal.timeout(MAX_WAIT_MS));
  if (!found.available) return undefined;
  const registered = directory.models(name).filter(({ enabled }) => enabled);
  const ids = registered.length > 0 ? byTier(registered, tier) : (found.models ?? []);
  const [first, ...rest] = [...new Set(model === undefined ? ids : [model, ...ids])];
  if (first === undefined) return undefined;
  const withPrice = (id: string) => ({ id, price: priceOfModel(adapter, id, registered) });
  return { adapter, models: [withPrice(first), ...rest.map(withPrice)] };
}

const MAX_WAIT_MS = 3_000;

/** The newest of the tier is listed first. A more expensive tier is only asked if there is no other model. */
function byTier(registered: readonly RegisteredModel[], tier: Tier): string[] {
  const order = TIERS[tier];
  const rank = ({ tier: own = '' }: RegisteredModel) => (order.includes(own) ? order.indexOf(own) : order.length);
  return [...registered].sort((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

const TIERS: Readonly<Record<Tier, readonly string[]>> = {
  haiku: ['fast', 'small', 'balanced', ''],
  sonnet: ['balanced', '', 'fast', 'small'],
};

/** The adapters whose models can search the web, whether or not they can be used now. */
export async function findSearchingAdapters(directory: ModelDirectory): Promise<string[]> {
  const names = directory.names();
  const adapters = await Promise.all(names.map((name) => directory.adapter(name)));
  return names.filter((_, index) => adapters[index]?.supports?.webSearch === true);
}
