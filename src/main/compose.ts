import { homedir } from 'node:os';
import { loadSettings, type Settings } from '../config/index.js';
import { type Council, type CouncilSettings, createCouncil } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { ModelAdapter, ModelDirectory } from '../models/index.js';
import type { SemanticsOptions } from '../semantics/index.js';
import { createModelDirectory } from './model-directory.js';
import { openSimilarities } from './open-similarity.js';
import { packageFolder } from './package-folder.js';

export interface ComposeOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Adapters that the caller made, beside the configured ones. */
  readonly providedAdapters?: Readonly<Record<string, ModelAdapter>>;
  /** What the caller decides, whatever the files say. */
  readonly councilSettings?: Partial<CouncilSettings>;
}

export interface Program {
  readonly settings: Settings;
  readonly directory: ModelDirectory;
  readonly council: Council;
}

/** The program for one project: its settings read, its parts put together. Rejects with a `UserError`. */
export async function composeProgram(options: ComposeOptions): Promise<Program> {
  const { logger, projectFolder, configFile, environment, providedAdapters = {}, councilSettings = {} } = options;
  const installed = packageFolder();
  const settings = await loadSettings({
    projectFolder,
    environment,
    homeFolder: homedir(),
    ...(configFile === undefined ? {} : { configFile }),
    ...(installed === undefined ? {} : { packageFolder: installed }),
  });
  const directory = createModelDirectory({ ...settings, provided: providedAdapters });
  const similarities = openSimilarities(semanticsOptions(settings), logger);
  const council = createCouncil({
    directory,
    settings: { ...settings.council, ...councilSettings },
    similarity: similarities.answers,
    optionSimilarity: similarities.options,
    clock: systemClock,
    logger,
    isInsideCouncil: environment.WITAN_INSIDE_COUNCIL === '1',
  });
  return { settings, directory, council };
}

/** Embeddings come from the same Ollama as answers do. */
export function semanticsOptions({ semantics, adapters }: Settings): SemanticsOptions {
  const { embedding, ollamaModel, workers } = semantics;
  const { ollama } = adapters;
  const baseUrl = ollama?.type === 'http' ? { baseUrl: ollama.baseUrl } : {};
  return { embedding, workers, ollama: { model: ollamaModel, ...baseUrl } };
}
