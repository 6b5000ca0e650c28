import { homedir } from 'node:os';
import { loadSettings, type Settings } from '../config/index.js';
import {
  type Council,
  type CouncilDependencies,
  type CouncilMemory,
  type CouncilSettings,
  createCouncil,
} from '../council/index.js';
import type { Journal } from '../journal/index.js';
import { systemClock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import { lazy } from '../kernel/open-once.js';
import { realPathOf } from '../kernel/real-path.js';
import type { ModelAdapter, ModelDirectory } from '../models/index.js';
import type { Redactor } from '../redaction/index.js';
import type { Semantics, SemanticsOptions } from '../semantics/index.js';
import type { KnownDatabases } from '../storage/index.js';
import { councilMemory } from './council-memory.js';
import { openDemoFolders, withDemo } from './demo-council.js';
import { openKnownDatabases } from './known-databases.js';
import { loadDuringFirstRound } from './load-during-first-round.js';
import { createModelDirectory } from './model-directory.js';
import { type DecisionsSource, openDecisions } from './open-decisions.js';
import { openJournal } from './open-journal.js';
import { type KnowledgeSource, openKnowledgeSource } from './open-knowledge.js';
import { type LearningSource, openLearningSource } from './open-learning.js';
import { openRedactor } from './open-redactor.js';
import { type OpenedRuns, openRuns } from './open-runs.js';
import { openSimilarities } from './open-similarity.js';
import { packageFolder } from './package-folder.js';
import { projectWarnings } from './project-warnings.js';
import { redactingLogger } from './redacting-logger.js';

export interface ComposeOptions {
  readonly projectFolder: string;
  readonly configFile?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /** Adapters that the caller made, beside the configured ones. */
  readonly providedAdapters?: Readonly<Record<string, ModelAdapter>>;
  /** What the caller decides, whatever the files say. */
  readonly councilSettings?: Partial<CouncilSettings>;
  /** What the journal calls a client that is no session of Claude Code; without it, such a client continues the last one. */
  readonly clientName?: string;
  /** False: deliberations neither know of earlier decisions nor are remembered, and are not recorded. */
  readonly hasMemory?: boolean;
}

export interface Program {
  readonly settings: Settings;
  readonly directory: ModelDirectory;
  readonly council: Council;
  /** Undefined where it is turned off. */
  readonly decisions: DecisionsSource | undefined;
  /** Recorded deliberations; undefined where nothing is recorded. */
  readonly runs: OpenedRuns | undefined;
  readonly journal: Journal;
  readonly learning: LearningSource;
  readonly knowledge: KnowledgeSource;
  /** Which databases are this user's own. */
  readonly known: KnownDatabases;
  /** Groups vectors in a worker thread. */
  readonly cluster: Semantics['cluster'];
  readonly redactor: Redactor;
  /** Takes secrets out of short texts, for code that writes a log. */
  readonly redactNow: (text: string) => string;
  /** Ends what the program has running beside itself: the linking of decisions, threads and processes that compare texts. */
  readonly close: () => Promise<void>;
}

/** The program for one project. Its parts are opened when they are first used. Rejects with a `UserError`. */
export async function composeProgram(options: ComposeOptions): Promise<Program> {
  const projectFolder = realPathOf(options.projectFolder);
  const settings = await readSettings(options, projectFolder);
  const redactor = openRedactor(options.environment, settings, options.logger);
  const redactNow = (text: string) => redactor.redactNow(text);
  const logger = redactingLogger(options.logger, () => redactNow);
  const context: ComposeContext = { ...options, settings, projectFolder, redactor, logger };
  sweepInBackground();
  const directory = createModelDirectory({ ...settings, provided: options.providedAdapters ?? {} });
  const similarities = openSimilarities(semanticsOptions(settings), logger);
  const known = openKnownDatabases(context);
  const hasMemory = options.hasMemory !== false;
  const decisions =
    settings.decisionGraph.enabled && hasMemory ? openDecisions({ ...context, ...similarities, known }) : undefined;
  const runs = hasMemory ? openRuns({ ...context, known }) : undefined;
  const journal = lazy(() => openJournal({ clientName: undefined, ...context }));
  const { semantics, fallbackSemantics: fallback, cluster } = similarities;
  const knowledge = lazy(() => openKnowledgeSource({ ...context, homeFolder: homedir() }));
  const learning = lazy(() => {
    const { storeValues } = knowledge.get();
    return openLearningSource({ ...context, semantics, fallback, journal: journal.get(), known, storeValues });
  });
  const demo = openDemoFolders({
    environment: options.environment,
    installed: packageFolder(),
    isRecorded: hasMemory,
    known,
  });
  const engine = openCouncil(context, { directory, similarity: similarities.answers, decisions, runs, demo });
  return {
    settings,
    directory,
    council: loadDuringFirstRound(engine, similarities.load),
    decisions,
    runs,
    get journal() {
      return journal.get();
    },
    get learning() {
      return learning.get();
    },
    get knowledge() {
      return knowledge.get();
    },
    known,
    cluster,
    redactor,
    redactNow,
    async close() {
      await decisions?.drain();
      // Whatever the background work still waits for is refused now, so that the database can close immediately.
      await Promise.all([
        similarities.close(),
        decisions?.close(),
        runs?.close(),
        demo.runs?.close(),
        learning.made()?.close(),
      ]);
    },
  };
}

interface ComposeContext extends ComposeOptions {
  readonly settings: Settings;
  readonly redactor: Redactor;
}

async function readSettings({ configFile, environment }: ComposeOptions, projectFolder: string): Promise<Settings> {
  const installed = packageFolder();
  return loadSettings({
    projectFolder,
    environment,
    homeFolder: homedir(),
    ...(configFile === undefined ? {} : { configFile }),
    ...(installed === undefined ? {} : { packageFolder: installed }),
  });
}

interface CouncilParts extends Pick<CouncilDependencies, 'directory' | 'similarity'> {
  readonly decisions: DecisionsSource | undefined;
  readonly runs: OpenedRuns | undefined;
  readonly demo: ReturnType<typeof openDemoFolders>;
}

function openCouncil(
  { settings, councilSettings = {}, environment, projectFolder, redactor, logger }: ComposeContext,
  { directory, similarity, decisions, runs, demo }: CouncilParts,
): Council {
  const dependencies: CouncilDependencies = {
    directory,
    settings: { ...settings.council, ...councilSettings },
    similarity,
    clock: systemClock,
    logger,
    redactor,
    projectWarnings: projectWarnings(settings, projectFolder, (text) => redactor.redactNow(text)),
    isInsideCouncil: environment.WITAN_INSIDE_COUNCIL === '1',
    ...(decisions === undefined ? {} : { memory: memoryOf(decisions, settings) }),
    ...(runs === undefined ? {} : { runs, history: runs.history }),
  };
  return withDemo(createCouncil(dependencies), dependencies, {
    ...demo,
    transcriptsFolder: councilSettings.transcriptsFolder ?? demo.transcriptsFolder,
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

function memoryOf(decisions: DecisionsSource, { decisionGraph }: Settings): CouncilMemory {
  return councilMemory({ decisions, similarityThreshold: decisionGraph.similarityThreshold });
}

/** Embeddings come from the same Ollama as answers do. */
export function semanticsOptions({ semantics, adapters }: Settings): SemanticsOptions {
  const { embedding, ollamaModel, workers } = semantics;
  const { ollama } = adapters;
  const baseUrl = ollama?.type === 'http' ? { baseUrl: ollama.baseUrl } : {};
  return { embedding, workers, ollama: { model: ollamaModel, ...baseUrl } };
}
