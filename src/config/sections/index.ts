import { z } from 'zod';
import { adaptersSchema, normalizeAdapters } from './adapters.js';
import { coachingSchema, normalizeCoaching } from './coaching.js';
import { councilSchema, defaultsSchema, normalizeCouncil } from './council.js';
import { evidenceSchema, normalizeEvidence } from './evidence.js';
import { modelRegistrySchema, normalizeModelRegistry } from './model-registry.js';
import type { NormalizeContext } from './normalize-context.js';
import { choice, count, flag, seconds, setting, share, toCamelCase } from './setting.js';
import { normalizeStorage, storageSchema } from './storage.js';

const decisionGraphSchema = z.strictObject({
  // A project may only reduce the text about past decisions in prompts.
  enabled: flag(true, 'switch-off'),
  similarity_threshold: share(0.6, 'raise'),
  max_context_decisions: count(3, [0, 20], 'lower'),
  context_token_budget: count(1000, [0, 20_000], 'lower'),
  strong_match: share(0.75, 'raise'),
  query_cache_size: count(200, [0, 100_000], 'lower'),
  embedding_cache_size: count(500, [0, 100_000], 'lower'),
  query_ttl: seconds(300, 'lower'),
});

const size = (min: number) =>
  setting(z.union([z.literal('auto'), z.number().int().min(min).max(1000)]).default('auto'), {
    expects: `auto, or a whole number from ${min} to 1000`,
    project: 'trusted',
  });

// A value from few experiences looks like one from many, so a project may only raise the minimum.
const learningSchema = z.strictObject({
  min_experiences: count(20, [2, 100_000], 'raise'),
  min_cluster_size: size(2),
  min_samples: size(1),
});

const guidanceSchema = z.strictObject({
  // A project may only ask for fewer items and interruptions. No value of `critical` pauses a call more than once per
  // item and session.
  enabled: flag(true, 'switch-off'),
  threshold: share(0.7, 'raise'),
  max_items: count(3, [0, 10], 'lower'),
  critical: choice(['pause-once', 'inform'], 'pause-once', { only: 'inform' }),
  holdout: share(0, 'lower'),
  check_in_every: count(10, [1, 10_000], 'raise'),
  draft_days: count(30, [1, 3650], 'lower'),
});

const semanticsSchema = z.strictObject({
  embedding: choice(['auto', 'builtin', 'ollama', 'transformers', 'none'], 'auto', 'trusted'),
  ollama_model: setting(z.string().min(1).max(200).default('nomic-embed-text'), {
    expects: 'the name of an embedding model that Ollama has',
    project: 'trusted',
  }),
  workers: setting(z.union([z.literal('auto'), z.number().int().min(1).max(64)]).default('auto'), {
    expects: 'auto, or a whole number of threads from 1 to 64',
    project: 'trusted',
  }),
});

const mcpSchema = z.strictObject({
  max_rounds_in_response: count(3, [1, 20], 'lower'),
  // Shorter intervals flood the client with messages; after a longer one it may give up.
  progress_interval: setting(z.number().min(1).max(86_400).default(10), {
    expects: 'a number of seconds from 1 to 86400',
    project: 'lower',
  }),
});

/** All sections of the file. A new section is a schema, a line here and a line in `normalize`. */
export const fileSchema = z.strictObject({
  version: setting(z.union([z.literal('1.0'), z.literal(1)]).optional(), {
    expects: '"1.0", the only version this program reads; a newer file needs a newer Witan',
    project: 'free',
  }),
  adapters: adaptersSchema.prefault({}),
  model_registry: modelRegistrySchema.prefault({}),
  defaults: defaultsSchema.prefault({}),
  council: councilSchema.prefault({}),
  evidence: evidenceSchema.prefault({}),
  decision_graph: decisionGraphSchema.prefault({}),
  learning: learningSchema.prefault({}),
  guidance: guidanceSchema.prefault({}),
  coaching: coachingSchema.prefault({}),
  semantics: semanticsSchema.prefault({}),
  storage: storageSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
});

export type ConfigFile = z.output<typeof fileSchema>;

/** Turns the file's values into settings: camel case, milliseconds, absolute folders, secrets read at use. */
export function normalize(file: ConfigFile, context: NormalizeContext) {
  const evidence = normalizeEvidence(file.evidence);
  const storage = normalizeStorage(file.storage, context);
  const { queryTtl, ...decisionGraph } = toCamelCase(file.decision_graph);
  const { progressInterval, ...mcp } = toCamelCase(file.mcp);
  return {
    adapters: normalizeAdapters(file.adapters, { ...context, nativeTools: evidence.nativeTools }),
    modelRegistry: normalizeModelRegistry(file.model_registry, file.adapters, context),
    council: normalizeCouncil({ ...file, evidence, storage }, context),
    evidence,
    decisionGraph: { ...decisionGraph, queryTtlMs: queryTtl * 1000 },
    learning: toCamelCase(file.learning),
    guidance: toCamelCase(file.guidance),
    coaching: normalizeCoaching(file, context),
    semantics: toCamelCase(file.semantics),
    storage,
    mcp: { ...mcp, progressIntervalMs: progressInterval * 1000 },
  };
}
