import path from 'node:path';
import {
  type Council,
  type CouncilMemory,
  type CouncilSettings,
  createCouncil,
  type TextRedactor,
} from '../../src/council/index.js';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import type {
  ModelAdapter,
  ModelAnswer,
  ModelDirectory,
  ModelFailure,
  ModelRequest,
  RegisteredModel,
  Usage,
} from '../../src/models/index.js';
import { createJaccardSimilarity, type Similarity } from '../../src/semantics/index.js';
import { scratchFolder } from './scratch-folder.js';

/** What a scripted model does on its n-th call (from 1). */
export type Script = (request: ModelRequest, call: number) => ModelAnswer | string | Promise<ModelAnswer | string>;

export interface ScriptedModel {
  readonly script: Script;
  readonly models?: readonly Partial<RegisteredModel>[];
  readonly kind?: ModelAdapter['kind'];
  readonly isLocal?: boolean;
  readonly available?: boolean | 'unsafe';
  readonly login?: ModelAdapter['login'];
}

export interface ScriptedCouncil {
  readonly council: Council;
  readonly folder: string;
  readonly transcripts: string;
  /** Every prompt each adapter was given, in order. */
  readonly prompts: Readonly<Record<string, string[]>>;
}

/** The real engine; only the models behind the port are scripted. */
export async function scriptedCouncil(
  models: Readonly<Record<string, Script | ScriptedModel>>,
  overrides: Partial<CouncilSettings> = {},
  isInsideCouncil = false,
  similarity: Similarity = createJaccardSimilarity(),
  redactor: TextRedactor = { redact: async (text) => text, redactNow: (text) => text },
  memory?: CouncilMemory,
): Promise<ScriptedCouncil> {
  const folder = scratchFolder('council');
  const transcripts = path.join(folder, 'transcripts');
  const prompts: Record<string, string[]> = {};
  const adapters = new Map<string, ModelAdapter>();
  const registered = new Map<string, RegisteredModel[]>();
  for (const [name, entry] of Object.entries(models)) {
    const model = typeof entry === 'function' ? { script: entry } : entry;
    const seen: string[] = [];
    prompts[name] = seen;
    adapters.set(name, scriptedAdapter(name, model, seen));
    registered.set(
      name,
      (model.models ?? []).map((m) => ({ id: 'm', isDefault: false, enabled: true, ...m })),
    );
  }
  const directory: ModelDirectory = {
    names: () => [...adapters.keys()],
    adapter: async (name) => adapters.get(name),
    models: (name) => registered.get(name) ?? [],
  };
  const council = createCouncil({
    directory,
    settings: { ...SETTINGS, transcriptsFolder: transcripts, dataFolder: path.join(folder, '.witan'), ...overrides },
    similarity,
    clock: systemClock,
    logger: silentLogger,
    redactor,
    isInsideCouncil,
    ...(memory === undefined ? {} : { memory }),
  });
  return { council, folder, transcripts, prompts };
}

export function vote(option: string, more: Record<string, unknown> = {}): string {
  const fields = { option, confidence: 0.7, rationale: `${option} fits`, continue_debate: true, ...more };
  return `I choose ${option}.\n\nVOTE: ${JSON.stringify(fields)}`;
}

export function failed(failure: ModelFailure): ModelAnswer {
  return { ok: false, error: { failure, usage: {} } };
}

export function answered(text: string, usage: Usage = {}): ModelAnswer {
  return { ok: true, value: { text, usage } };
}

export function untilAborted(request: ModelRequest): Promise<ModelAnswer> {
  return new Promise((resolve) => {
    const end = () => resolve(failed({ kind: 'cancelled' }));
    if (request.signal.aborted) end();
    request.signal.addEventListener('abort', end, { once: true });
  });
}

export const SETTINGS: CouncilSettings = {
  defaultMode: 'conference',
  defaultRounds: 2,
  maxRounds: 5,
  roundTimeoutMs: 20_000,
  quorum: 0.5,
  anonymize: true,
  voteRetries: 1,
  convergence: {
    enabled: true,
    similarityThreshold: 0.85,
    divergenceThreshold: 0.4,
    minRoundsBeforeCheck: 1,
    consecutiveStableRounds: 2,
  },
  earlyStopping: { enabled: true, threshold: 0.66, respectMinRounds: true },
  cheapestFirst: false,
  challenge: false,
  summary: 'extractive',
  summarizers: [],
  fileTree: { enabled: false, maxDepth: 2, maxFiles: 50 },
  // Off unless a test is about it: most look at calls and prompts that evidence would add to.
  evidence: {
    enabled: false,
    sameRound: true,
    maxRequestsPerAnswer: 5,
    timeoutMs: 5_000,
    maxFileBytes: 1_048_576,
    outputMaxChars: 1_000,
    contextRounds: 2,
    deny: [],
  },
  transcriptsFolder: '',
  dataFolder: '',
};

function scriptedAdapter(name: string, model: ScriptedModel, seen: string[]): ModelAdapter {
  return {
    name,
    kind: model.kind ?? 'http',
    ...(model.isLocal === undefined ? {} : { isLocal: model.isLocal }),
    ask: async (request) => {
      seen.push(request.prompt);
      const reply = await model.script(request, seen.length);
      return typeof reply === 'string' ? answered(reply) : reply;
    },
    availability: async () =>
      (model.available ?? true) === true
        ? { available: true, detail: 'scripted' }
        : {
            available: false,
            reason: 'scripted away',
            remedy: 'none',
            ...(model.available === 'unsafe' && { isInstalled: true }),
          },
    ...(model.login && { login: model.login }),
  };
}
