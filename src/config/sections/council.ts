import { z } from 'zod';
import type { EvidenceConfiguration } from './evidence.js';
import { readModelName } from './model-name.js';
import type { NormalizeContext } from './normalize-context.js';
import { choice, count, flag, seconds, setting, share, toCamelCase } from './setting.js';
import type { StorageSettings } from './storage.js';

/** Defaults for requests, and limits that no request may exceed. */
export const defaultsSchema = z.strictObject({
  mode: choice(['conference', 'quick'], 'conference', { only: 'quick' }),
  rounds: count(2, [1, 20], 'lower'),
  max_rounds: count(5, [1, 20], 'lower'),
  timeout_per_round: seconds(600, 'lower'),
});

export const councilSchema = z.strictObject({
  quorum: share(0.5, 'raise'),
  anonymize: flag(true, 'switch-on'),
  vote_retry: z
    .strictObject({ enabled: flag(true, 'switch-off'), max_retries: count(1, [0, 5], 'lower') })
    .prefault({}),
  // When a debate ends: too early cuts off an argument, too late costs more. A project may choose neither.
  convergence_detection: z
    .strictObject({
      enabled: flag(true, 'trusted'),
      semantic_similarity_threshold: share(0.85, 'trusted'),
      divergence_threshold: share(0.4, 'trusted'),
      min_rounds_before_check: count(1, [1, 20], 'trusted'),
      consecutive_stable_rounds: count(2, [1, 20], 'trusted'),
    })
    .prefault({}),
  early_stopping: z
    .strictObject({
      enabled: flag(true, 'trusted'),
      threshold: share(0.66, 'trusted'),
      respect_min_rounds: flag(true, 'trusted'),
    })
    .prefault({}),
  // Has no effect. Accepted so that old files still load.
  option_grouping_threshold: share(0.85, 'raise', 0.5),
  // The verdict then rests on fewer answers, so an untrusted project may not choose it.
  cheapest_first: flag(false, 'trusted'),
  // It decides which participants answer again, so an untrusted project may not choose it.
  challenge: flag(false, 'trusted'),
  summary: choice(['auto', 'extractive'], 'auto', { only: 'extractive' }),
  summarizers: setting(z.array(z.string().min(1)).default(['claude sonnet', 'codex', 'droid', 'gemini']), {
    expects: 'a list of "adapter" or "adapter model"',
    // The model that writes the summary reads the whole debate.
    project: 'trusted',
  }),
  file_tree: z
    .strictObject({
      enabled: flag(true, 'switch-off'),
      max_depth: count(2, [1, 10], 'lower'),
      max_files: count(50, [1, 1_000], 'lower'),
    })
    .prefault({}),
});

interface CouncilInput {
  readonly council: z.output<typeof councilSchema>;
  readonly defaults: z.output<typeof defaultsSchema>;
  /** All adapters of the files, also disabled ones. */
  readonly adapters: Readonly<Record<string, { readonly enabled: boolean }>>;
  readonly evidence: EvidenceConfiguration;
  readonly storage: StorageSettings;
}

/** The fields are described by `CouncilSettings` in `src/council`. */
export function normalizeCouncil(
  { council, defaults, adapters, evidence, storage }: CouncilInput,
  context: NormalizeContext,
) {
  const convergence = council.convergence_detection;
  if (defaults.rounds > defaults.max_rounds) {
    throw context.keyError(
      ['defaults', 'rounds'],
      `is ${defaults.rounds}, above \`defaults.max_rounds\` (${defaults.max_rounds}); lower one or raise the other`,
    );
  }
  if (convergence.divergence_threshold >= convergence.semantic_similarity_threshold) {
    throw context.keyError(
      ['council', 'convergence_detection', 'divergence_threshold'],
      `is ${convergence.divergence_threshold}; it must be below \`semantic_similarity_threshold\` (${convergence.semantic_similarity_threshold})`,
    );
  }
  const { voteRetry, convergenceDetection, optionGroupingThreshold: _, ...settings } = toCamelCase(council);
  const { semanticSimilarityThreshold: similarityThreshold, ...limits } = convergenceDetection;
  return {
    ...settings,
    defaultMode: defaults.mode,
    defaultRounds: defaults.rounds,
    maxRounds: defaults.max_rounds,
    roundTimeoutMs: defaults.timeout_per_round * 1000,
    voteRetries: voteRetry.enabled ? voteRetry.maxRetries : 0,
    convergence: { ...limits, similarityThreshold },
    summarizers: council.summarizers
      .map((text) => readModelName(text, { key: ['council', 'summarizers'], adapters, context }))
      // The default list names tools that may be disabled here.
      .filter(({ adapter }) => adapters[adapter]?.enabled),
    evidence,
    transcriptsFolder: storage.transcriptsFolder,
    dataFolder: storage.memoriesFolder,
  };
}
