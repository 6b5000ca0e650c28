import { homedir } from 'node:os';
import { configFolder, loadSettings, type Settings } from '../config/index.js';
import type { Council, CouncilSettings } from '../council/index.js';
import type { Journal } from '../journal/index.js';
import type { Logger } from '../kernel/logger.js';
import { lazy } from '../kernel/open-once.js';
import { realPathOf } from '../kernel/real-path.js';
import type { ModelAdapter, ModelDirectory } from '../models/index.js';
import { createRedactor, type Redactor, secretValuesOf } from '../redaction/index.js';
import type { Semantics, SemanticsOptions } from '../semantics/index.js';
import { openProjectMemory, type ProjectMemory } from '../storage/make-project-memory.js';
import { openDemoFolders } from './demo-council.js';
import { configContext } from './installation.js';
import { createModelDirectory } from './model-directory.js';
import { openCouncil } from './open-council.js';
import { type DecisionsPart, openDecisions } from './open-decisions.js';
import { openJournal } from './open-journal.js';
import { type KnowledgePart, openKnowledgePart } from './open-knowledge.js';
import { type LearningPart, openLearningPart } from './open-learning.js';
import { openRuns, type RunsPart } from './open-runs.js';
import { openSimilarities, type Similarities } from './open-similarity.js';
import type { PartContext } from './part-context.js';
import { redactingLogger } from './redacting-logger.js';

export interface ComposeOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Adapters that the caller made, in addition to the configured ones. */
  readonly providedAdapters?: Readonly<Record<string, ModelAdapter>>;
  /** What the caller decides, whatever the files say. */
  readonly councilSettings?: Partial<CouncilSettings>;
  /** The journal's name for a client that is not a session of Claude Code; without it, such a client continues the last one. */
  readonly clientName?: string;
  /** False: deliberations neither know of earlier decisions nor are remembered, and are not recorded. */
  readonly hasMemory?: boolean;
}

export interface Program {
  readonly settings: Settings;
  readonly directory: ModelDirectory;
  readonly council: Council;
  /** Undefined where it is turned off. */
  readonly decisions: DecisionsPart | undefined;
  /** Recorded deliberations; undefined where nothing is recorded. */
  readonly runs: RunsPart | undefined;
  /** Those of demos, which are stored apart; undefined where nothing is recorded. */
  readonly demoRuns: RunsPart | undefined;
  readonly journal: Journal;
  readonly learning: LearningPart;
  readonly knowledge: KnowledgePart;
  /** Where everything about the project is remembered. */
  readonly memory: ProjectMemory;
  /** For stored vectors; undefined where only words are compared. */
  readonly embedding: Similarities['embedding'];
  /** Groups vectors in a worker thread. */
  readonly cluster: Semantics['cluster'];
  /** Lays out a map in a worker thread. */
  readonly layOut: Semantics['layOut'];
  readonly redactor: Redactor;
  /** The log of the project, without secrets. */
  readonly logger: Logger;
  /** Takes secrets out of short texts, for code that writes a log. */
  readonly redactNow: (text: string) => string;
  /** Ends what the program has running in the background: the linking of decisions, threads and processes that compare texts. */
  readonly close: () => Promise<void>;
}

/** The program for one project. Its parts are opened when they are first used. Rejects with a `UserError`. */
export async function composeProgram(options: ComposeOptions): Promise<Program> {
  const { environment, configFile, councilSettings, hasMemory = true } = options;
  const projectFolder = realPathOf(options.projectFolder);
  const settings = await loadSettings({
    ...configContext(projectFolder, environment),
    ...(configFile !== undefined && { configFile }),
  });
  const redactor = openRedactor(environment, settings, options.logger);
  const redactNow = (text: string) => redactor.redactNow(text);
  const logger = redactingLogger(options.logger, () => redactNow);
  const { chosenFolder } = settings.storage;
  const memory = openProjectMemory(projectFolder, { environment, homeFolder: homedir(), chosenFolder });
  await moveOldMemory(projectFolder, settings, memory);
  const context: PartContext = { settings, projectFolder, environment, redactor, logger, memory };
  sweepInBackground();
  const directory = createModelDirectory({ ...settings, provided: options.providedAdapters ?? {} });
  const similarities = openSimilarities(semanticsOptions(settings), logger);
  const decisions = settings.decisionGraph.enabled && hasMemory ? openDecisions(context, similarities) : undefined;
  const runs = hasMemory ? openRuns(context) : undefined;
  const demo = openDemoFolders(context, hasMemory);
  const journal = lazy(() => openJournal(context, options.clientName));
  const knowledge = lazy(() => openKnowledgePart(context));
  const learning = lazy(() => {
    const { semantics, fallbackSemantics: fallback } = similarities;
    const { storeValues } = knowledge.get();
    return openLearningPart({ ...context, semantics, fallback, journal: journal.get(), storeValues });
  });
  return {
    settings,
    directory,
    council: openCouncil(context, { directory, similarities, decisions, runs, demo, councilSettings }),
    decisions,
    runs,
    demoRuns: demo.runs,
    get journal() {
      return journal.get();
    },
    get learning() {
      return learning.get();
    },
    get knowledge() {
      return knowledge.get();
    },
    memory,
    embedding: similarities.embedding,
    cluster: similarities.cluster,
    layOut: similarities.layOut,
    redactor,
    logger,
    redactNow,
    async close() {
      await decisions?.drain();
      // Whatever the background work still waits for is refused now, so that the database can close immediately.
      const parts = [similarities, decisions, runs, demo.runs, learning.made()];
      await Promise.all(parts.map(async (part) => part?.close()));
    },
  };
}

/** Once, after an update. Hands over the sessions of the journal too: what was learned from them was this user's. */
async function moveOldMemory(projectFolder: string, { storage }: Settings, memory: ProjectMemory): Promise<void> {
  const { moveOldDatabases } = await import('../storage/move-old-databases.js');
  const folder = configFolder(homedir(), process.env);
  const moved = await moveOldDatabases({ projectFolder, configFolder: folder, memory }).catch((): string[] => []);
  if (!moved.includes('experiences.db')) return;
  const { claimSessions } = await import('../journal/index.js');
  await claimSessions(storage.journalFolder, memory);
}

/** Knows the secrets of this process: those of its environment, and keys that a configuration file spells out. */
function openRedactor(environment: NodeJS.ProcessEnv, { adapters }: Settings, logger: Logger): Redactor {
  const keys = Object.values(adapters).flatMap((adapter) =>
    adapter.type === 'http' ? (adapter.apiKey?.reveal() ?? []) : [],
  );
  return createRedactor({
    secretValues: [...secretValuesOf(environment), ...keys],
    report: (problem, cause) => logger.log('warn', 'redaction', { problem, cause: String(cause) }),
  });
}

/** Not part of the start: a folder for temporary files may have thousands of entries. */
function sweepInBackground(): void {
  setImmediate(() => {
    void import('../../adapters/cli/run/sweep-scratch-folders.js').then(({ sweepScratchFolders }) =>
      sweepScratchFolders(),
    );
  }).unref();
}

/** Embeddings come from the same Ollama as answers do. */
export function semanticsOptions({ semantics, adapters }: Settings): SemanticsOptions {
  const { embedding, ollamaModel, workers } = semantics;
  const { ollama } = adapters;
  const baseUrl = ollama?.type === 'http' ? { baseUrl: ollama.baseUrl } : {};
  return { embedding, workers, ollama: { model: ollamaModel, ...baseUrl } };
}
