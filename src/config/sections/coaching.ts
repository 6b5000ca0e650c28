import { z } from 'zod';
import { type ModelName, readModelName } from './model-name.js';
import type { NormalizeContext } from './normalize-context.js';
import { choice, flag, setting, toCamelCase } from './setting.js';

// It reads the person's code, so an untrusted project may not choose it.
const model = () =>
  setting(z.string().min(1).default('auto'), {
    expects: 'auto, "adapter" or "adapter model"',
    project: 'trusted',
  });

export const coachingSchema = z.strictObject({
  models: z.strictObject({ haiku: model(), sonnet: model() }).prefault({}),
  // Memories belong to the person, across projects.
  memory: choice(['embedded', 'chroma'], 'embedded', 'never'),
  daily_cap_usd: setting(z.number().min(0).max(10_000).default(2), {
    expects: 'a number of US dollars from 0 to 10000',
    project: 'lower',
  }),
  cap_subscriptions: flag(false, 'switch-on'),
});

interface CoachingInput {
  readonly coaching: z.output<typeof coachingSchema>;
  readonly adapters: Readonly<Record<string, unknown>>;
}

export function normalizeCoaching({ coaching, adapters }: CoachingInput, context: NormalizeContext) {
  const read = (tier: 'haiku' | 'sonnet'): ModelName | 'auto' => {
    const text = coaching.models[tier];
    return text === 'auto' ? 'auto' : readModelName(text, { key: ['coaching', 'models', tier], adapters, context });
  };
  return { ...toCamelCase(coaching), models: { haiku: read('haiku'), sonnet: read('sonnet') } };
}
