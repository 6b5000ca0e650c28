import {
  FREE,
  findDearest,
  type ModelAdapter,
  type ModelDirectory,
  type Price,
  priceOfModel,
  type RegisteredModel,
  usableNow,
} from '../../models/index.js';
import type { ModelTier } from './call-api.js';

/** The models that the coach may ask. */
export interface CoachModels {
  /** Undefined while there is none; a later call looks again. */
  ofTier(tier: ModelTier): Promise<TierModels | undefined>;
}

export interface TierModels {
  readonly adapter: ModelAdapter;
  /** At least one; if a model does not exist, the next is asked. */
  readonly models: readonly [CoachModel, ...CoachModel[]];
}

export interface CoachModel {
  readonly id: string;
  /** Free for a subscription. Undefined if no price of any model is known. */
  readonly price: Price | undefined;
  /** Its own price is unknown: this is that of the dearest known model. */
  readonly isEstimated?: boolean;
}

/** As the configuration chooses them. */
type ChosenModels = Readonly<
  Record<ModelTier, 'auto' | { readonly adapter: string; readonly model?: string | undefined }>
>;

/** The models of the coach: those of the configuration, else of the first adapter that can be used. */
export function openCoachModels(
  directory: ModelDirectory,
  chosen: ChosenModels,
  isBilled: (adapter: string) => Promise<boolean>,
): CoachModels {
  const found = new Map<ModelTier, TierModels>();
  return {
    async ofTier(tier) {
      const known = found.get(tier);
      if (known !== undefined) return known;
      const choice = chosen[tier];
      const models =
        choice === 'auto'
          ? await findFirst({ directory, isBilled, tier })
          : await modelsOf(choice.adapter, { directory, isBilled, tier, model: choice.model });
      if (models !== undefined) found.set(tier, models);
      return models;
    },
  };
}

/** A key for the API was given for this; the CLI is logged in for all of Claude Code. */
const PREFERRED = ['anthropic', 'claude'];

async function findFirst(search: Search): Promise<TierModels | undefined> {
  const others = search.directory.names().filter((name) => !PREFERRED.includes(name));
  for (const name of PREFERRED) {
    const models = await modelsOf(name, search);
    if (models !== undefined) return models;
  }
  const found = await Promise.all(others.map((name) => modelsOf(name, search)));
  return found.find((models) => models !== undefined);
}

interface Search {
  readonly directory: ModelDirectory;
  readonly isBilled: (adapter: string) => Promise<boolean>;
  readonly tier: ModelTier;
  /** The one that is asked first. */
  readonly model?: string | undefined;
}

/** Undefined if the adapter cannot be used now, or has no model. */
async function modelsOf(name: string, { directory, isBilled, tier, model }: Search): Promise<TierModels | undefined> {
  const adapter = await directory.adapter(name);
  if (adapter === undefined || adapter.kind === 'demo') return undefined;
  const found = await usableNow(adapter, AbortSignal.timeout(MAX_WAIT_MS));
  if (!found.available) return undefined;
  const registered = directory.models(name).filter(({ enabled }) => enabled);
  const ids = registered.length > 0 ? byTier(registered, tier) : (found.models ?? []);
  const [first, ...rest] = [...new Set(model === undefined ? ids : [model, ...ids])];
  if (first === undefined) return undefined;
  const toPriced = (await isBilled(name)) ? findPrices(adapter, directory) : toFree;
  return { adapter, models: [toPriced(first), ...rest.map(toPriced)] };
}

const MAX_WAIT_MS = 3_000;

function toFree(id: string): CoachModel {
  return { id, price: FREE };
}

/** An unknown price counts as the dearest one of its adapter, or of all, if none of the adapter is known. */
function findPrices(adapter: ModelAdapter, directory: ModelDirectory): (id: string) => CoachModel {
  const known = (names: readonly string[]) =>
    findDearest(names.flatMap((name) => directory.models(name).flatMap(({ price }) => price ?? [])));
  return (id) => {
    const price = priceOfModel(adapter, id, directory.models(adapter.name));
    if (price !== undefined) return { id, price };
    const dearest = known([adapter.name]) ?? known(directory.names());
    return { id, price: dearest, isEstimated: dearest !== undefined };
  };
}

/** The dollars that a CLI reports are those of the API; with its subscription they are not paid. */
export function createBilling(
  directory: Pick<ModelDirectory, 'adapter'>,
  { capSubscriptions }: { readonly capSubscriptions: boolean },
): (adapter: string) => Promise<boolean> {
  return async (name) => capSubscriptions || (await directory.adapter(name))?.kind !== 'cli';
}

/** The newest of the tier is listed first. A more expensive tier is only asked if there is no other model. */
function byTier(registered: readonly RegisteredModel[], tier: ModelTier): string[] {
  const order = TIERS[tier];
  const rank = ({ tier: own = '' }: RegisteredModel) => (order.includes(own) ? order.indexOf(own) : order.length);
  return [...registered].sort((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

const TIERS: Readonly<Record<ModelTier, readonly string[]>> = {
  haiku: ['fast', 'small', 'balanced', ''],
  sonnet: ['balanced', '', 'fast', 'small'],
};

/** The adapters whose models can search the web, whether or not they can be used now. */
export async function findSearchingAdapters(directory: ModelDirectory): Promise<string[]> {
  const names = directory.names();
  const adapters = await Promise.all(names.map((name) => directory.adapter(name)));
  return names.filter((_, index) => adapters[index]?.supports?.webSearch === true);
}
