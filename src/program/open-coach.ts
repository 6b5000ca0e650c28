import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { OpenCoach, RunningCoach } from '../cli/ports.js';
import {
  type CoachModels,
  createCallApi,
  createCouncilQuestions,
  createDashboard,
  createExplaining,
  createObserver,
  createPendingNudges,
  createPipeline,
  createPractice,
  createWrapUps,
  openCoachingData,
  openMemory,
} from '../coaching/index.js';
import { createRetriedWrites } from '../coaching/retried-writes.js';
import type { Deliberate } from '../coaching/sessions/ask-council.js';
import { type CoachSessionsOptions, createCoachSessions } from '../coaching/sessions/create-coach-sessions.js';
import { createPlanRuns } from '../coaching/sessions/plan-runs.js';
import { openWorkbench } from '../coaching/workspace/workbench.js';
import { createWorkspace } from '../coaching/workspace/workspace.js';
import type { DeliberationResult } from '../council/index.js';
import type { CoachOptions } from '../http/index.js';
import { systemClock } from '../kernel/clock.js';
import { errorMessage } from '../kernel/error-code.js';
import type { Logger } from '../kernel/logger.js';
import { realPathOf } from '../kernel/real-path.js';
import { cacheFolder } from '../kernel/state-folder.js';
import { UserError } from '../kernel/user-error.js';
import { COACH_INSTRUCTIONS, coachingTools, createMcpServer } from '../mcp/index.js';
import { openPersonFiles } from '../project/person/person-files.js';
import { makeOwnFolder } from '../storage/own-files/own-folder.js';
import { projectNotes } from './coach-notes.js';
import { openCoachPart, openModelsView } from '../coaching/coach-part.js';
import { coachPorts } from '../coaching/coach-page.js';
import { VERSION } from '../kernel/installation.js';
import { coachDataFolder } from './open-own-data.js';
import { openPages } from './open-pages.js';

/** The coach of a project: its data, its server and everything that runs until it is closed. */
export async function openCoach(options: OpenCoach): Promise<RunningCoach> {
  const { program, log } = options;
  const { logger } = program;
  const projectFolder = realPathOf(options.projectFolder);
  const closers: Closer[] = [];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  // The pages ask the sessions, and the sessions tell the pages.
  let served: ServedPages;
  const announce: CoachSessionsOptions['announce'] = (...event) => {
    const broadcast: typeof announce | undefined = served?.broadcast;
    broadcast?.(...event);
  };
  try {
    const parts = await openParts({ ...options, projectFolder }, closers, {
      announce,
      note: async (session) => served?.noteSession(session),
      hasPages: () => served?.hasPages() ?? false,
    });
    const coach: CoachOptions = {
      access: options.access,
      ports: coachPorts({ projectName: basename(projectFolder), ...parts, log }),
      async connectAgent(transport) {
        const server = createMcpServer({
          name: 'witan-coach',
          version: VERSION,
          instructions: COACH_INSTRUCTIONS,
          tools: coachingTools(async () => parts.agents),
          logger,
        });
        await server.protocol.connect(transport);
      },
      log,
      trace: (line) => logger.log('info', 'coach', { line }),
      ...(options.portSetting !== undefined && { portSetting: options.portSetting }),
    };
    const pages = await openPages({ program, projectFolder, port: options.port, coach });
    const { own } = pages;
    served = own;
    // Another process is the coach of this project: it has the databases open, too.
    if (own === undefined) await close();
    else {
      closers.push(() => own.close());
      // Before the server: an agent may wait for a wrap-up.
      closers.push(() => parts.wrapUps.close());
      await parts.sessions.continueWrapUps();
    }
    return { ...pages, own: own && { idle: own.idle, close } };
  } catch (error) {
    await close();
    throw error;
  }
}

type Closer = () => Promise<void>;
type ServedPages = Awaited<ReturnType<typeof openPages>>['own'];

/** What the coach keeps, and whom it asks. Everything that is open is in `closers`, also if a later part fails. */
async function openBase(options: OpenCoach, closers: Closer[]) {
  const { program, projectFolder, log, clock = systemClock } = options;
  const dataFolder = coachDataFolder(options.dataFolder);
  makeDataFolder(dataFolder);
  const { logger } = program;
  const writes = createRetriedWrites({ logger });
  writes.onProblem((problem) => log(problem ?? 'everything is stored in the data folder again'));
  const { store, actionLog, ...data } = await openCoachingData({ folder: dataFolder, clock, logger, writes });
  closers.push(() => data.close());
  const workbench = await openWorkbench({ folder: dataFolder, clock, logger });
  closers.push(() => {
    log('closing the databases');
    return workbench.close();
  });
  closers.push(() => writes.close());
  const ownFolders = witanFolders(dataFolder, program.configuration.dataFolder);
  const files = await personFiles(projectFolder, ownFolders);
  const workspace = await createWorkspace({ files, workbench, writes, dataFolder, clock });
  const { models, dailyCapUsd, embedding, chroma } = program.coaching;
  const redact = (text: string) => program.redact(text);
  const memory = await openMemory({ folder: dataFolder, embedding, redact, chroma, clock, logger });
  closers.push(() => memory.close());
  const workingDirectory = workspace.root;
  const api = createCallApi({ ...data, models, workbench, clock, logger, dailyCapUsd, workingDirectory });
  const view = await openModelsView({ program, ownFolders, workspace });
  return { store, actionLog, data, workbench, writes, workspace, memory, api, view, clock, logger };
}

/** The parts that pages and agents use. */
async function openParts(
  options: OpenCoach,
  closers: Closer[],
  { announce, note, hasPages }: Pick<CoachSessionsOptions, 'announce' | 'note'> & { readonly hasPages: () => boolean },
) {
  const { program } = options;
  const base = await openBase(options, closers);
  const { store, actionLog, data, workbench, workspace, memory, api, view, clock, logger } = base;
  const shared = { store, actionLog, workbench, clock, logger, announce };
  const observer = createObserver({
    ...{ ...shared, ...api, view, hasPages },
    nudges: createPendingNudges(workbench),
    sendMessage: (message) => sessions.sendMessage(message),
  });
  closers.push(() => observer.close());
  const wrapUps = createWrapUps({ ...shared, api, memory, view, project: workspace.root });
  const sessions = createCoachSessions({
    ...{ ...shared, workspace, wrapUps },
    async note(session) {
      await note(session);
      observer.follow(session?.id ?? null);
    },
  });
  closers.push(() => sessions.close());
  const pipeline = createPipeline({
    ...{ ...base, sessions },
    runs: createPlanRuns(workbench, clock),
    notesFor: projectNotes(program),
  });
  closers.push(() => pipeline.close());
  const council = createCouncilQuestions({ ...api, sessions, deliberate: askCouncil(program, workspace.root) });
  closers.push(() => council.close());
  const explaining = createExplaining({ ...base, ...api, sessions });
  const practice = createPractice({ ...base, ...api, sessions });
  closers.push(async () => void (await Promise.all([explaining.close(), practice.close()])));
  const agents = openCoachPart({ view, store, actionLog, sessions, pipeline });
  const dashboard = createDashboard({
    ...{ ...base, ...data, ...program.coaching, ...api },
    environment: process.env,
  });
  closers.push(() => dashboard.close());
  const findModel = () => nameOfModel(program.coaching.models, logger);
  return {
    ...{ store, actionLog, writes: base.writes, workspace, sessions, wrapUps, council, observer },
    ...{ dashboard, explaining, practice, findModel, view, agents, clock, logger },
  };
}

/** As the page shows it. */
async function nameOfModel(models: CoachModels, logger: Logger): Promise<string | null> {
  try {
    const tier = await models.ofTier('sonnet');
    return tier === undefined ? null : `${tier.models[0].id} (${tier.adapter.name})`;
  } catch (error) {
    logger.log('warn', 'coach.model_not_found', { error });
    return null;
  }
}

function askCouncil(program: OpenCoach['program'], workingDirectory: string): Deliberate {
  const { council, coaching } = program;
  return async ({ question, context, maxCostUsd }, { signal, started }) => {
    const { participants } = await program.defaultPanel();
    const billed = await Promise.all(participants.map((each) => coaching.isBilled(findAdapter(each))));
    const request = {
      question,
      context,
      working_directory: workingDirectory,
      // The council refuses a cap for models without a price, which tools with a subscription may have.
      ...(billed.includes(true) && { max_cost_usd: Number(maxCostUsd.toFixed(4)) }),
    };
    const result = await council.deliberate(request, {
      signal,
      onProgress(event) {
        if (event.kind === 'started' && event.recorded) started(event.deliberation_id);
      },
    });
    const { status, deliberation_id: deliberationId, cost } = result;
    const verdict = result.demo === true ? `demo council, no model: ${result.verdict}` : result.verdict;
    const costUsd = await sumBilled(cost, coaching);
    return { verdict, hasAnswer: status !== 'failed', deliberationId, costUsd, seconds: cost.seconds };
  };
}

/** The known part: a call that timed out was not billed. */
async function sumBilled(
  { by_participant: rows }: DeliberationResult['cost'],
  { isBilled }: Pick<OpenCoach['program']['coaching'], 'isBilled'>,
): Promise<number> {
  const dollars = await Promise.all(
    rows.map(async ({ participant, usd }) =>
      usd !== 'unknown' && (await isBilled(findAdapter(participant))) ? usd : 0,
    ),
  );
  return dollars.reduce((sum, usd) => sum + usd, 0);
}

/** Participants are named `model@adapter`, with a number if one model has two seats. */
function findAdapter(participant: string): string {
  return participant.slice(participant.lastIndexOf('@') + 1).replace(/#\d+$/, '');
}

function makeDataFolder(folder: string): void {
  try {
    makeOwnFolder(folder);
  } catch (error) {
    throw new UserError('internal_error', `${folder} cannot be used for the data of the coach: ${errorMessage(error)}`);
  }
}

/** What neither the person nor a model may open as a file of the project. */
function witanFolders(dataFolder: string, projectData: string): readonly string[] {
  return [cacheFolder(homedir(), process.env), dataFolder, projectData];
}

async function personFiles(projectFolder: string, ownFolders: readonly string[]) {
  const files = await openPersonFiles(projectFolder, { ownFolders, homeFolder: homedir() });
  if (files.ok) return files.value;
  throw new UserError('validation_error', files.error);
}
