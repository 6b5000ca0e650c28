import { z } from 'zod';
import { nearestName } from '../../kernel/nearest-name.js';
import type { RegisteredModel } from '../../models/model-directory.js';
import type { Price } from '../../models/price.js';
import type { NormalizeContext } from './normalize-context.js';
import { setting } from './setting.js';

/** A model id becomes an argument of a program, so it may not look like an option or contain spaces. */
export const MODEL_ID = /^[^\s\p{Cc}-][^\s\p{Cc}]*$/u;

const rates = {
  input: z.number().min(0),
  output: z.number().min(0),
  cache_read: z.number().min(0).optional(),
  cache_write: z.number().min(0).optional(),
};
const priceSchema = z.strictObject({
  ...rates,
  steps: z.array(z.strictObject({ above: z.number().min(0), ...rates })).optional(),
});

const modelSchema = z.strictObject({
  id: z.string().regex(MODEL_ID),
  label: z.string().optional(),
  tier: z.string().optional(),
  default: z.boolean().default(false),
  enabled: z.boolean().default(true),
  family: z.string().optional(),
  price: priceSchema.optional(),
});

/** With wrong prices a cost limit would have no effect, so an untrusted project may not change the registry. */
export const modelRegistrySchema = z.record(
  z.string(),
  setting(z.array(modelSchema), {
    expects:
      'a list of models: {id (no spaces, not starting with -), label, tier, default: true|false, enabled: true|false, family, price: {input, output, cache_read, cache_write, steps: a list of {above (tokens of the prompt), input, output, cache_read, cache_write}}}',
    project: 'trusted',
  }),
);

type ModelRegistry = Readonly<Record<string, readonly RegisteredModel[]>>;

export function normalizeModelRegistry(
  registry: z.output<typeof modelRegistrySchema>,
  adapters: Readonly<Record<string, { readonly enabled: boolean }>>,
  context: NormalizeContext,
): ModelRegistry {
  const normalized: Record<string, readonly RegisteredModel[]> = {};
  for (const [name, models] of Object.entries(registry)) {
    if (!Object.hasOwn(adapters, name)) throw unknownAdapter(name, Object.keys(adapters), context);
    if (adapters[name]?.enabled) normalized[name] = normalizeModels(name, models, context);
  }
  return normalized;
}

function normalizeModels(
  name: string,
  models: readonly z.output<typeof modelSchema>[],
  context: NormalizeContext,
): RegisteredModel[] {
  const key = ['model_registry', name];
  const ids = models.map((model) => model.id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw context.keyError(key, `lists the model "${repeated}" twice; keep one`);
  const marked = models.filter((model) => model.default);
  if (marked.length > 1) {
    throw context.keyError(key, `marks ${marked.map(({ id }) => `"${id}"`).join(' and ')} as default; keep one`);
  }
  if (marked[0]?.enabled === false) {
    throw context.keyError(key, `marks "${marked[0].id}" as default and switches it off; do one of the two`);
  }
  const byDefault = marked[0] ?? models.find((model) => model.enabled);
  return models.map((model) => ({
    id: model.id,
    ...(model.label === undefined ? {} : { label: model.label }),
    ...(model.tier === undefined ? {} : { tier: model.tier }),
    isDefault: model === byDefault,
    enabled: model.enabled,
    ...(model.family === undefined ? {} : { family: model.family }),
    ...(model.price === undefined ? {} : { price: toPrice(model.price) }),
  }));
}

function toPrice({ steps, ...rest }: z.output<typeof priceSchema>): Price {
  const sorted = steps?.toSorted((a, b) => a.above - b.above);
  return {
    ...toRates(rest),
    ...(sorted && { steps: sorted.map(({ above, ...step }) => ({ above, ...toRates(step) })) }),
  };
}

function toRates({ input, output, cache_read: read, cache_write: write }: Omit<z.output<typeof priceSchema>, 'steps'>) {
  return {
    inputPerMillion: input,
    outputPerMillion: output,
    ...(read !== undefined && { cacheReadPerMillion: read }),
    ...(write !== undefined && { cacheWritePerMillion: write }),
  };
}

function unknownAdapter(name: string, known: string[], context: NormalizeContext) {
  const nearest = nearestName(name, known);
  return context.keyError(
    ['model_registry', name],
    `is for an adapter that does not exist${nearest ? `; did you mean "${nearest}"?` : '; add it under `adapters`'}`,
  );
}
