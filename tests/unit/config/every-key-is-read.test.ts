import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Settings } from '../../../src/config/index.js';
import { fileSchema } from '../../../src/config/sections/index.js';
import { leafSettings } from './leaf-settings.js';
import { scratch } from './scratch.js';

/** For each key of the schema a value other than its default, in a file that makes it matter. */
const changes: Record<string, { base?: object; changed: object }> = {
  'defaults.mode': { changed: { defaults: { mode: 'quick' } } },
  'defaults.rounds': { changed: { defaults: { rounds: 3 } } },
  'defaults.max_rounds': { changed: { defaults: { max_rounds: 4 } } },
  'defaults.timeout_per_round': { changed: { defaults: { timeout_per_round: 5 } } },
  'council.quorum': { changed: { council: { quorum: 0.7 } } },
  'council.anonymize': { changed: { council: { anonymize: false } } },
  'council.vote_retry.enabled': { changed: { council: { vote_retry: { enabled: false } } } },
  'council.vote_retry.max_retries': { changed: { council: { vote_retry: { max_retries: 2 } } } },
  ...convergence({
    enabled: false,
    semantic_similarity_threshold: 0.9,
    divergence_threshold: 0.3,
    min_rounds_before_check: 2,
    consecutive_stable_rounds: 3,
  }),
  'council.early_stopping.enabled': { changed: { council: { early_stopping: { enabled: false } } } },
  'council.early_stopping.threshold': { changed: { council: { early_stopping: { threshold: 0.5 } } } },
  'council.early_stopping.respect_min_rounds': {
    changed: { council: { early_stopping: { respect_min_rounds: false } } },
  },
  'council.option_grouping_threshold': { changed: { council: { option_grouping_threshold: 0.9 } } },
  'council.cheapest_first': { changed: { council: { cheapest_first: true } } },
  'council.challenge': { changed: { council: { challenge: true } } },
  'council.summary': { changed: { council: { summary: 'extractive' } } },
  'council.summarizers': { changed: { council: { summarizers: ['gemini'] } } },
  'council.file_tree.enabled': { changed: { council: { file_tree: { enabled: false } } } },
  'council.file_tree.max_depth': { changed: { council: { file_tree: { max_depth: 1 } } } },
  'council.file_tree.max_files': { changed: { council: { file_tree: { max_files: 9 } } } },
  ...evidence({
    enabled: false,
    same_round: false,
    native_tools: true,
    max_requests_per_answer: 3,
    timeout: 2,
    max_file_bytes: 2048,
    output_max_chars: 500,
    context_rounds: 1,
    deny: ['private'],
    sandbox: 'require',
  }),
  ...decisionGraph({
    enabled: false,
    similarity_threshold: 0.7,
    max_context_decisions: 2,
    context_token_budget: 500,
    strong_match: 0.8,
    query_cache_size: 10,
    embedding_cache_size: 10,
    query_ttl: 60,
  }),
  'semantics.embedding': { changed: { semantics: { embedding: 'builtin' } } },
  'semantics.ollama_model': { changed: { semantics: { ollama_model: 'mxbai-embed-large' } } },
  'semantics.workers': { changed: { semantics: { workers: 1 } } },
  'learning.min_experiences': { changed: { learning: { min_experiences: 30 } } },
  'learning.min_cluster_size': { changed: { learning: { min_cluster_size: 5 } } },
  'learning.min_samples': { changed: { learning: { min_samples: 4 } } },
  'guidance.enabled': { changed: { guidance: { enabled: false } } },
  'guidance.threshold': { changed: { guidance: { threshold: 0.8 } } },
  'guidance.max_items': { changed: { guidance: { max_items: 2 } } },
  'guidance.critical': { changed: { guidance: { critical: 'inform' } } },
  'guidance.holdout': { changed: { guidance: { holdout: 0.2 } } },
  'guidance.check_in_every': { changed: { guidance: { check_in_every: 20 } } },
  'guidance.draft_days': { changed: { guidance: { draft_days: 7 } } },
  'coaching.models.haiku': { changed: { coaching: { models: { haiku: 'ollama' } } } },
  'coaching.models.sonnet': { changed: { coaching: { models: { sonnet: 'claude opus' } } } },
  'coaching.memory': { changed: { coaching: { memory: 'chroma' } } },
  'coaching.cap_subscriptions': { changed: { coaching: { cap_subscriptions: true } } },
  'coaching.daily_cap_usd': { changed: { coaching: { daily_cap_usd: 1 } } },
  'storage.data_dir': { changed: { storage: { data_dir: 'data' } } },
  'storage.transcripts_dir': { changed: { storage: { transcripts_dir: 'debates' } } },
  'storage.journal_dir': { changed: { storage: { journal_dir: 'beliefs' } } },
  'mcp.max_rounds_in_response': { changed: { mcp: { max_rounds_in_response: 2 } } },
  'mcp.progress_interval': { changed: { mcp: { progress_interval: 5 } } },
  'model_registry.*': { changed: { model_registry: { claude: [{ id: 'opus' }] } } },
  ...adapter(
    'cli',
    { type: 'cli', command: 'tool' },
    {
      type: { type: 'http', command: undefined, base_url: 'http://127.0.0.1', api: 'openai' },
      enabled: { enabled: false },
      command: { command: 'other' },
      args: { args: ['-x'] },
      timeout: { timeout: 9 },
      output: { output: 'json', answer: '/a' },
      argv_prompt: { argv_prompt: true },
      pass_env: { pass_env: ['NAME'] },
    },
  ),
  'adapters.*.<cli>.answer': {
    base: { adapters: { mine: { type: 'cli', command: 'x', output: 'json', answer: '/a' } } },
    changed: { adapters: { mine: { type: 'cli', command: 'x', output: 'json', answer: '/b' } } },
  },
  'adapters.*.<cli>.model_paths': { changed: { adapters: { llamacpp: { model_paths: ['models'] } } } },
  'adapters.*.<cli>.autonomy': { changed: { adapters: { droid: { autonomy: 'low' } } } },
  ...adapter(
    'http',
    { type: 'http', base_url: 'http://127.0.0.1', api: 'openai' },
    {
      type: { type: 'cli', command: 'tool', base_url: undefined, api: undefined },
      enabled: { enabled: false },
      base_url: { base_url: 'http://127.0.0.2' },
      api_key: { api_key: 'key' },
      timeout: { timeout: 9 },
      max_retries: { max_retries: 1 },
      api: { api: 'ollama' },
    },
  ),
  'adapters.*.<demo>.enabled': { changed: { adapters: { demo: { enabled: false } } } },
};

/** Keys with a single valid value: another one must be refused, which is how they are read. */
const fixed: Record<string, object> = {
  version: { version: '2.0' },
  'adapters.*.<demo>.type': { adapters: { demo: { type: 'cli' } } },
};

test.each(leafSettings(fileSchema).map(({ key }) => key.join('.')))('%s reaches the settings', async (key) => {
  const folders = await scratch();
  // What tells where something was read says nothing about whether its value is used.
  const read = async (file: object): Promise<Omit<Settings, 'sources' | 'configuredAdapters'>> => {
    const {
      sources: _,
      configuredAdapters: __,
      ...settings
    } = await folders.load(await folders.write(join(folders.root, 'c.yaml'), stringify(file)));
    return settings;
  };
  const refusal = fixed[key];
  if (refusal !== undefined) return expect(read(refusal)).rejects.toThrow();
  const change = changes[key];
  if (change === undefined) throw new Error(`${key} has no entry here: add one, and see that something reads the key`);
  expect(await read(change.changed)).not.toEqual(await read(change.base ?? {}));
});

function evidence(values: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`evidence.${name}`, { changed: { evidence: { [name]: value } } }]),
  );
}

function decisionGraph(values: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `decision_graph.${name}`,
      { changed: { decision_graph: { [name]: value } } },
    ]),
  );
}

function convergence(values: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `council.convergence_detection.${name}`,
      { changed: { council: { convergence_detection: { [name]: value } } } },
    ]),
  );
}

function adapter(type: string, base: object, variants: Record<string, object>) {
  return Object.fromEntries(
    Object.entries(variants).map(([name, variant]) => [
      `adapters.*.<${type}>.${name}`,
      { base: { adapters: { mine: base } }, changed: { adapters: { mine: { ...base, ...variant } } } },
    ]),
  );
}
