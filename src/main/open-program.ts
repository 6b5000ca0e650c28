import { cliVersion } from '../../adapters/cli/cli-version.js';
import type { OpenOptions, OpenProgram } from '../cli/program-port.js';
import type { Settings } from '../config/index.js';
import type { Runs } from '../council/index.js';
import { systemClock } from '../kernel/clock.js';
import { createFileLogger } from '../storage/file-logger.js';
import { findUnreadDatabases } from '../storage/move-old-databases.js';
import { createBilling, findSearchingAdapters, openCoachModels } from './coach-models.js';
import { composeProgram, type Program } from './compose.js';
import {
  describeComparison,
  describeDecisions,
  describeEvidence,
  describeGuidance,
  describeJournal,
  describeSqlite,
} from './describe-parts.js';
import { VERSION } from './installation.js';
import { openDecisionHistory } from './open-decisions.js';

/** The program as the command line sees it. */
export async function openProgram(options: OpenOptions): Promise<OpenProgram & Pick<Program, 'close'>> {
  const log: { folder?: () => string | undefined } = {};
  // The terminal belongs to the command's own lines; a warning in between would tear its live progress.
  const logger = createFileLogger({ folder: () => log.folder?.(), warn: () => undefined });
  const environment = { ...process.env, ...options.environment };
  const program = await composeProgram({
    ...options,
    environment,
    logger,
    // A person at a terminal is not the agent that died: what that one left is an orphan, to be adopted or closed.
    clientName: 'command-line',
  });
  const { settings, directory, council, close } = program;
  const configuration = describeConfiguration(program, options.projectFolder);
  log.folder = () => program.memory.find();
  return {
    council,
    logger: program.logger,
    redact: (text, path) => program.redactor.redact(text, path),
    report: (error) =>
      program.logger.log('error', 'pages', { cause: String(error instanceof Error ? error.stack : error) }),
    close,
    directory,
    configuration,
    models: async () => {
      const { createModelCatalog } = await import('./model-catalog.js');
      return createModelCatalog(directory).list(AbortSignal.timeout(MODELS_MS));
    },
    coaching: await openCoaching(program, environment),
    defaultPanel: () => council.defaultPanel(),
    comparison: () => describeComparison(settings),
    evidenceState: () => describeEvidence(settings),
    decisions: (options) => openDecisionHistory(program, options),
    existingDecisions: async () =>
      (await program.decisions?.exists()) === true ? openDecisionHistory(program) : undefined,
    decisionGraph: () => describeDecisions(program),
    layOut: program.layOut,
    runs: () => openRecordedRuns(program, options.projectFolder),
    pageRuns: async () => (await import('./page-runs.js')).openPageRuns(program, options.projectFolder),
    get journal() {
      return program.journal;
    },
    get entries() {
      return program.learning.entries;
    },
    learning: async () => ((await program.learning.exists()) ? program.learning.open() : undefined),
    journalState: () => describeJournal(program),
    knowledge: () => program.knowledge.open(),
    guidanceState: () => describeGuidance(program),
    hookFigures: async () => (await import('../hooks/timings/read-timings.js')).readTimings(configuration.dataFolder),
    saveDoctorReport: (findings) => saveReport(findings, program.memory.find()),
    sqlite: () => describeSqlite(settings),
    async adapterVersion(name, signal) {
      const adapter = settings.adapters[name];
      return adapter?.type === 'cli' ? cliVersion(adapter.command, process.env, signal) : undefined;
    },
  };
}

type DoctorFindings = Parameters<OpenProgram['saveDoctorReport']>[0];

async function saveReport(findings: DoctorFindings, dataFolder: string | undefined): Promise<void> {
  // Only where Witan is used already: looking at a machine leaves nothing on it.
  if (dataFolder === undefined) return;
  const report = { at: systemClock.now().toISOString(), version: VERSION, findings: [...findings] };
  await (await import('./doctor-report.js')).saveDoctorReport(dataFolder, report);
}

async function openCoaching({ settings, directory, embedding }: Program, environment: NodeJS.ProcessEnv) {
  const { dailyCapUsd } = settings.coaching;
  const chroma = await openChroma(settings, environment);
  const searchingAdapters = () => findSearchingAdapters(directory);
  const isBilled = createBilling(directory, settings.coaching);
  const models = openCoachModels(directory, settings.coaching.models, isBilled);
  return { models, searchingAdapters, isBilled, dailyCapUsd, embedding, chroma };
}

/** Never from a project: the address gets what the coach knows about the person. */
async function openChroma({ coaching }: Settings, { CHROMADB_URL: url = '' }: NodeJS.ProcessEnv) {
  if (coaching.memory !== 'chroma' && url === '') return undefined;
  const { createChromaServer } = await import('../../adapters/memory/chroma.js');
  return createChromaServer(url === '' ? DEFAULT_CHROMA_URL : url);
}

const DEFAULT_CHROMA_URL = 'http://127.0.0.1:8000';

function describeConfiguration({ settings, memory }: Program, projectFolder: string): OpenProgram['configuration'] {
  const { unusedKeys, configuredAdapters, storage, evidence } = settings;
  const { memoriesFolder, transcriptsFolder, journalFolder } = storage;
  const unread = findUnreadDatabases(projectFolder);
  const notices = [
    ...settings.notices,
    ...[memory.describeCopy() ?? []].flat(),
    ...(unread.length === 0 ? [] : [`${unread.join(', ')}: not read, because Witan did not make it here; remove it`]),
  ];
  const files = settings.sources.filter(({ layer }) => layer !== 'package').map(({ path }) => path);
  return {
    files,
    notices,
    unusedKeys,
    configuredAdapters,
    // It is made while the program runs.
    get dataFolder() {
      return memory.find() ?? memoriesFolder;
    },
    transcriptsFolder,
    journalFolder,
    deniedFiles: evidence.deny,
  };
}

const MODELS_MS = 15_000;

/** Does not create a database only to look for recorded deliberations. */
async function openRecordedRuns(
  { runs, redactor, settings }: Pick<Program, 'runs' | 'redactor' | 'settings'>,
  projectFolder: string,
): Promise<Runs | undefined> {
  if (runs === undefined || !(await runs.exists())) return undefined;
  const { createRuns } = await import('../council/index.js');
  return createRuns(await runs.open(), { redactor, settings: settings.council, projectFolder });
}
