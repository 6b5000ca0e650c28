import { homedir } from 'node:os';
import path from 'node:path';
import { configContext, configFolder, loadSettings, type Settings } from '../config/index.js';
import {
  type CouncilDependencies,
  createDecisionMemory,
  createRuns,
  openCouncil,
  openRunStore,
  projectWarnings,
  type RunHistory,
  type RunStore,
  withDemoRuns,
} from '../council/index.js';
import type { DecisionGraph } from '../decisions/index.js';
import { claimSessions, createJournal, type Journal, redactingJournal } from '../journal/index.js';
import { systemClock } from '../kernel/clock.js';
import { packageFolder, VERSION } from '../kernel/installation.js';
import { type Logger, silentLogger } from '../kernel/logger.js';
import { thisProcess } from '../kernel/process-identity.js';
import { realPathOf } from '../kernel/real-path.js';
import { redactingLogger } from '../kernel/redacting-logger.js';
import { createCatchUp } from '../learning/catch-up.js';
import { createModelCatalog } from '../models/index.js';
import { createRedactor, type Redactor, secretValuesOf } from '../redaction/index.js';
import type { SemanticsOptions } from '../semantics/index.js';
import { openSimilarities, type Similarities } from '../semantics/open-similarities.js';
import { createFileLogger } from '../storage/file-logger.js';
import { openProjectMemory, type ProjectMemory } from '../storage/make-project-memory.js';
import { findUnreadDatabases, moveOldDatabases } from '../storage/move-old-databases.js';
import { NO_MEMORY } from '../storage/project-memory.js';
import { type LazyDatabase, lazyDatabase } from './lazy-database.js';
import { createModelDirectory } from './model-directory.js';
import { openDecisions } from './open-decisions.js';
import { openKnowledge } from './open-knowledge.js';
import { lazyLearning } from './open-learning.js';
import type { Program, ProgramOptions } from './program.js';
import { sendEmbeddingRequest } from './send-embedding-request.js';

/** Opens the program of one project. Rejects with a `UserError` for a configuration that it cannot use. */
export async function openProgram(options: ProgramOptions): Promise<Program> {
  const { environment, hasMemory = true } = options;
  const projectFolder = realPathOf(options.projectFolder);
  const { settings, memory } = await openSettings(projectFolder, options);
  // The terminal belongs to a command's own lines: a warning in between would tear its live progress.
  const log = options.logger ?? createFileLogger({ folder: () => memory.find(), warn: () => undefined });
  const redactor = openRedactor(environment, settings, log);
  const logger = redactingLogger(log, () => (text) => redactor.redactNow(text));
  sweepInBackground();
  const directory = createModelDirectory({ ...settings, provided: options.providedAdapters ?? {} });
  const similarities = openSimilarities(semanticsOptions(settings), sendEmbeddingRequest, logger);
  const context: OpenedParts = { options, projectFolder, settings, redactor, logger, memory, similarities };
  const isRemembering = settings.decisionGraph.enabled && hasMemory;
  const { graph, drain, close: closeDecisions, ...decisions } = openDecisions(context, isRemembering);
  const runs = hasMemory ? lazyRuns({ memory, projectFolder, logger }) : undefined;
  // The log belongs to the project, and a demo leaves nothing there.
  const demoFolder = path.join(configFolder(homedir(), environment), 'demo');
  const demoMemory = { find: () => demoFolder, make: () => demoFolder, former: () => [] };
  const demoRuns = hasMemory ? lazyRuns({ memory: demoMemory, projectFolder, logger: silentLogger }) : undefined;
  const openRuns = async (database: LazyDatabase<RunStore> | undefined, folder: string) => {
    if (database === undefined || !(await database.exists())) return undefined;
    return createRuns(await database.open(), { redactor, settings: settings.council, projectFolder: folder });
  };
  const journal = openJournal(context);
  const { storeValues, ...knowledge } = openKnowledge(context);
  const { semantics, fallbackSemantics: fallback } = similarities;
  const { entries, ...learning } = lazyLearning({ ...context, semantics, fallback, journal, storeValues });
  const program: Program = {
    ...{ projectFolder, settings, clock: systemClock, logger, redactor, directory, memory },
    ...{ ...decisions, journal, entries, ...knowledge },
    catalog: createModelCatalog(directory),
    council: openProjectCouncil(context, { directory, graph, runs, demoRuns, demoFolder }),
    runs: () => openRuns(runs, projectFolder),
    async pageRuns() {
      const own = await openRuns(runs, projectFolder);
      // Demos are stored apart and are about any folder, mostly the example project.
      const demos = await openRuns(demoRuns, path.parse(projectFolder).root);
      if (own === undefined || demos === undefined) return own ?? demos;
      return withDemoRuns(own, demos);
    },
    learning: learning.open,
    existingLearning: async () => ((await learning.exists()) ? learning.open() : undefined),
    catchUp: createCatchUp({ journal, learning, logger }),
    layOut: similarities.layOut,
    comparison: similarities.describe,
    ...openHealth(context),
    ...openBrowserParts(context, () => program),
    async close() {
      await drain();
      // Whatever the background work still waits for is refused now, so that the database can close immediately.
      await Promise.all([
        ...[similarities.close(), closeDecisions(), learning.close()],
        ...[runs?.close(), demoRuns?.close()],
      ]);
    },
  };
  return program;
}

/** What the parts of one program share. */
interface OpenedParts {
  readonly options: ProgramOptions;
  readonly projectFolder: string;
  readonly settings: Settings;
  readonly redactor: Redactor;
  readonly logger: Logger;
  readonly memory: ProjectMemory;
  readonly similarities: Similarities;
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

async function openSettings(projectFolder: string, { environment, configFile }: ProgramOptions) {
  const context = configContext(projectFolder, environment);
  const settings = await loadSettings({ ...context, ...(configFile !== undefined && { configFile }) });
  const { chosenFolder, journalFolder } = settings.storage;
  const memory = openProjectMemory(projectFolder, { environment, homeFolder: homedir(), chosenFolder });
  const from = { projectFolder, configFolder: configFolder(homedir(), environment), memory };
  // Once, after an update. The sessions of the journal too: what was learned from them was this user's.
  const moved = await moveOldDatabases(from).catch((): string[] => []);
  if (moved.length > 0) await claimSessions(journalFolder, memory);
  const notices = [...settings.notices, ...describeMemory(projectFolder, memory)];
  return { settings: { ...settings, notices }, memory };
}

/** Lines about what is not used: the memory of the folder that this one was copied from, and databases of others. */
function describeMemory(projectFolder: string, memory: ProjectMemory): string[] {
  const unread = findUnreadDatabases(projectFolder).join(', ');
  const copy = memory.describeCopy();
  return [
    ...(copy === undefined ? [] : [copy]),
    ...(unread === ''
      ? []
      : [`${unread}: not read; what Witan remembers is outside the project now (\`witan project\`)`]),
  ];
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
function semanticsOptions({ semantics, adapters }: Settings): SemanticsOptions {
  const { embedding, ollamaModel, workers } = semantics;
  const { ollama } = adapters;
  const baseUrl = ollama?.type === 'http' ? { baseUrl: ollama.baseUrl } : {};
  return { embedding, workers, ollama: { model: ollamaModel, ...baseUrl } };
}

/** Recorded deliberations. */
export function lazyRuns({ memory, projectFolder, logger }: RunsContext): LazyDatabase<RunStore> {
  return lazyDatabase({
    name: 'runs.db',
    memory,
    async open(file) {
      const moved = { from: memory.former(), to: projectFolder };
      return openRunStore({ file, version: VERSION, clock: systemClock, logger, moved });
    },
  });
}

type RunsContext = Pick<OpenedParts, 'projectFolder' | 'logger'> & {
  readonly memory: Pick<ProjectMemory, 'find' | 'make' | 'former'>;
};

interface CouncilParts {
  readonly directory: Program['directory'];
  readonly graph: LazyDatabase<DecisionGraph> | undefined;
  readonly runs: LazyDatabase<RunStore> | undefined;
  readonly demoRuns: LazyDatabase<RunStore> | undefined;
  readonly demoFolder: string;
}

function openProjectCouncil(parts: OpenedParts, { directory, graph, runs, demoRuns, demoFolder }: CouncilParts) {
  const { options, settings, projectFolder, redactor, logger, similarities } = parts;
  const { similarityThreshold } = settings.decisionGraph;
  const history: RunHistory | undefined = runs && {
    pastCalls: async (adapter, model) =>
      (await runs.exists()) ? (await runs.open()).pastCalls(adapter, model) : undefined,
  };
  const dependencies: CouncilDependencies = {
    ...{ directory, clock: systemClock, logger, redactor, similarity: similarities.answers },
    settings: { ...settings.council, ...options.councilSettings },
    projectWarnings: projectWarnings(settings, projectFolder, (text) => redactor.redactNow(text)),
    isInsideCouncil: options.environment.WITAN_INSIDE_COUNCIL === '1',
    ...(graph && { memory: createDecisionMemory({ decisions: graph, similarityThreshold }) }),
    ...(runs && { runs }),
    ...(history && { history }),
  };
  const transcriptsFolder = options.councilSettings?.transcriptsFolder ?? path.join(demoFolder, 'transcripts');
  const demo = { transcriptsFolder, runs: demoRuns, packageFolder: packageFolder() };
  return openCouncil(dependencies, { demo, load: similarities.load });
}

/** Nothing is read or written before the journal is asked for something. */
function openJournal({ options, settings, projectFolder, redactor, logger, memory }: OpenedParts): Journal {
  const folder = settings.storage.journalFolder;
  const claudeSessionId = options.environment.CLAUDE_CODE_SESSION_ID || options.clientName;
  // A command at a terminal comes and goes: only a server works for one session all its life.
  const server = options.clientName === undefined ? thisProcess() : undefined;
  const journal = createJournal({ folder, claudeSessionId, server, logger, memory });
  return redactingJournal(journal, { folder, projectFolder, redact: (text) => redactor.redact(text) });
}

type Health = Pick<Program, 'adapterVersion' | 'hookFigures' | 'doctorReport' | 'saveDoctorReport'>;

function openHealth({ settings, options, memory }: OpenedParts): Health {
  return {
    async adapterVersion(name, signal) {
      const adapter = settings.adapters[name];
      if (adapter?.type !== 'cli') return undefined;
      const { cliVersion } = await import('../../adapters/cli/cli-version.js');
      return cliVersion(adapter.command, options.environment, signal);
    },
    hookFigures: async () => (await import('../hooks/timings/read-timings.js')).readTimings(memory.find() ?? NO_MEMORY),
    doctorReport: async () => (await import('./doctor-report.js')).readDoctorReport(memory.find() ?? NO_MEMORY),
    async saveDoctorReport(findings) {
      const dataFolder = memory.find();
      // Only where Witan is used already: looking at a machine leaves nothing on it.
      if (dataFolder === undefined) return;
      const { saveDoctorReport } = await import('./doctor-report.js');
      const report = { at: systemClock.now().toISOString(), version: VERSION, findings };
      await saveDoctorReport(dataFolder, report);
    },
  };
}

type BrowserParts = Pick<Program, 'viewUrl' | 'openPages' | 'openCoach' | 'coaching' | 'openOwnData'>;

function openBrowserParts({ projectFolder, options, settings, similarities }: OpenedParts, program: () => Program) {
  const parts: BrowserParts = {
    viewUrl: async (id) => (await import('../http/client.js')).viewUrl(projectFolder, id),
    async openPages({ port }) {
      const { startPages } = await import('../http/index.js');
      return startPages({ program: program(), port });
    },
    openCoach: async (start) => (await import('./open-coach.js')).openCoach(program(), start),
    async coaching() {
      const { createBilling, findSearchingAdapters, openCoachModels } = await import('../coaching/api/coach-models.js');
      const { directory } = program();
      const isBilled = createBilling(directory, settings.coaching);
      return {
        models: openCoachModels(directory, settings.coaching.models, isBilled),
        searchingAdapters: () => findSearchingAdapters(directory),
        isBilled,
        dailyCapUsd: settings.coaching.dailyCapUsd,
        embedding: similarities.embedding,
        chroma: await openChroma(settings, options.environment),
      };
    },
    openOwnData: async (folder) => (await import('./open-coach.js')).openCoachOwnData(program(), folder),
  };
  return parts;
}

/** Never from a project: the address gets what the coach knows about the person. */
async function openChroma({ coaching }: Settings, { CHROMADB_URL: url = '' }: NodeJS.ProcessEnv) {
  if (coaching.memory !== 'chroma' && url === '') return undefined;
  const { createChromaServer } = await import('../../adapters/memory/chroma.js');
  return createChromaServer(url === '' ? DEFAULT_CHROMA_URL : url);
}

const DEFAULT_CHROMA_URL = 'http://127.0.0.1:8000';
