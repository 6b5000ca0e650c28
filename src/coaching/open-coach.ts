import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { Clock } from '../kernel/clock.js';
import { errorMessage } from '../kernel/error-code.js';
import type { Logger } from '../kernel/logger.js';
import { cacheFolder } from '../kernel/state-folder.js';
import { UserError } from '../kernel/user-error.js';
import { openPersonFiles } from '../project/person/person-files.js';
import { openProject } from '../project/project.js';
import { makeOwnFolder } from '../storage/own-files/own-folder.js';
import type { CoachModels } from './api/coach-models.js';
import { createCallApi } from './api/create-call-api.js';
import { createCoachPage } from './coach-page.js';
import { createDashboard, type DashboardDependencies } from './dashboard/create-dashboard.js';
import { createExplaining } from './explain/create-explaining.js';
import { type MemoryOptions, openMemory } from './memory/open-memory.js';
import { createModelsView, type ModelsView } from './models-view/models-view.js';
import { createSnapshots } from './models-view/session-snapshot.js';
import { createObserver } from './observer/create-observer.js';
import { createPendingNudges } from './observer/pending-nudges.js';
import { openCoachingData } from './open-coaching-data.js';
import { createPipeline } from './pipeline/create-pipeline.js';
import { createPractice } from './practice/create-practice.js';
import { createRetriedWrites } from './retried-writes.js';
import { createCouncilQuestions, type Deliberate } from './sessions/ask-council.js';
import { type CoachSessionsOptions, createCoachSessions } from './sessions/create-coach-sessions.js';
import { createPlanRuns } from './sessions/plan-runs.js';
import { openWorkbench } from './workspace/workbench.js';
import { createWorkspace, type Workspace } from './workspace/workspace.js';
import { createWrapUps } from './wrap-up/create-wrap-ups.js';

export interface CoachContext
  extends Pick<CoachSessionsOptions, 'announce' | 'note'>,
    Pick<MemoryOptions, 'embedding' | 'chroma'>,
    Pick<DashboardDependencies, 'searchingAdapters'> {
  readonly projectFolder: string;
  readonly dataFolder: string;
  /** The data of the project's program, and patterns of its files that no model may see. */
  readonly hidden: {
    readonly dataFolder: string;
    readonly transcriptsFolder: string;
    readonly deny: readonly string[];
  };
  readonly models: CoachModels;
  readonly dailyCapUsd: number;
  readonly deliberate: Deliberate;
  /** What the project has learned that matters for files. */
  readonly notesFor: (paths: readonly string[]) => Promise<readonly string[]>;
  readonly redact: (text: string, path?: string) => Promise<string>;
  /** Whether a page is connected. */
  readonly hasPages: () => boolean;
  /** A line for the person who started the coach. */
  readonly log: (line: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type Closer = () => Promise<void>;

/** The coach of a project as pages and agents use it. Everything that is open is in `closers`, also if a later part fails. */
export async function openCoachParts(context: CoachContext, closers: Closer[]) {
  const base = await openBase(context, closers);
  const { announce, models, logger, clock, log } = context;
  const { store, actionLog, data, workbench, workspace, memory, api, view } = base;
  const shared = { store, actionLog, workbench, clock, logger, announce };
  const observer = createObserver({
    ...{ ...shared, ...api, view, hasPages: context.hasPages },
    nudges: createPendingNudges(workbench),
    sendMessage: (message) => sessions.sendMessage(message),
  });
  closers.push(() => observer.close());
  const wrapUps = createWrapUps({ ...shared, api, memory, view, project: workspace.root });
  const sessions = createCoachSessions({
    ...{ ...shared, workspace, wrapUps },
    async note(session) {
      await context.note(session);
      observer.follow(session?.id ?? null);
    },
  });
  closers.push(() => sessions.close());
  const runs = createPlanRuns(workbench, clock);
  const pipeline = createPipeline({ ...base, sessions, runs, notesFor: context.notesFor });
  closers.push(() => pipeline.close());
  const council = createCouncilQuestions({ ...api, sessions, deliberate: context.deliberate });
  closers.push(() => council.close());
  const explaining = createExplaining({ ...base, ...api, sessions });
  const practice = createPractice({ ...base, ...api, sessions });
  closers.push(async () => void (await Promise.all([explaining.close(), practice.close()])));
  const { searchingAdapters } = context;
  const dashboard = createDashboard({
    ...{ ...base, ...data, ...api, models, searchingAdapters, dailyCapUsd: context.dailyCapUsd },
    environment: process.env,
  });
  closers.push(() => dashboard.close());
  const page = createCoachPage({
    ...{ projectName: basename(context.projectFolder), storage: base.writes, workspace, actionLog, sessions, wrapUps },
    ...{ council, observer, dashboard, explaining, practice, view, clock, logger, log },
    findModel: () => describeModel(models, logger),
  });
  const readSnapshot = createSnapshots({ store, view });
  return {
    page,
    agents: { sessions, view, pipeline, readSnapshot, logCall: logCalls(base, sessions) },
    wrapUps,
    sessions,
  };
}

/** The coach, as the tools of agents use it. */
export type CoachForAgents = Awaited<ReturnType<typeof openCoachParts>>['agents'];

/** What the coach keeps, and whom it asks. */
async function openBase(context: CoachContext, closers: Closer[]) {
  const { dataFolder, log, clock, logger, redact, models, dailyCapUsd, embedding, chroma } = context;
  makeDataFolder(dataFolder);
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
  const ownFolders = [cacheFolder(homedir(), process.env), dataFolder, context.hidden.dataFolder];
  const files = await openPersonFiles(context.projectFolder, { ownFolders, homeFolder: homedir() });
  if (!files.ok) throw new UserError('validation_error', files.error);
  const workspace = await createWorkspace({ files: files.value, workbench, writes, dataFolder, clock });
  const memory = await openMemory({ folder: dataFolder, embedding, redact, chroma, clock, logger });
  closers.push(() => memory.close());
  const workingDirectory = workspace.root;
  const api = createCallApi({ ...data, models, workbench, clock, logger, dailyCapUsd, workingDirectory });
  const view = await openModelsView(context, workspace, ownFolders);
  return { store, actionLog, data, workbench, writes, workspace, memory, api, view, clock, logger };
}

function makeDataFolder(folder: string): void {
  try {
    makeOwnFolder(folder);
  } catch (error) {
    throw new UserError('internal_error', `${folder} cannot be used for the data of the coach: ${errorMessage(error)}`);
  }
}

/** The project as models may see it. `ownFolders` are Witan's own, which no model may see. */
async function openModelsView(
  { hidden, redact }: CoachContext,
  workspace: Workspace,
  ownFolders: readonly string[],
): Promise<ModelsView> {
  const rules = { deny: hidden.deny, ownFolders: [...ownFolders, hidden.transcriptsFolder], homeFolder: homedir() };
  const project = await openProject(workspace.root, rules);
  if (!project.ok) throw new UserError('validation_error', project.error);
  return createModelsView({ workspace, project: project.value, redactText: redact });
}

/** Stores a call of a tool in the action log. False if there is no session that it could belong to. */
function logCalls(
  { actionLog }: Pick<Awaited<ReturnType<typeof openBase>>, 'actionLog'>,
  sessions: { currentId(): string | null },
) {
  return async (toolName: string, clientSession: string | null): Promise<boolean> => {
    const sessionId = sessions.currentId();
    if (sessionId === null) return false;
    await actionLog.logAction(sessionId, 'mcp_tool_call', { toolName, sessionId: clientSession });
    return true;
  };
}

/** As the page shows it; null if there is none. */
async function describeModel(models: CoachModels, logger: Logger): Promise<string | null> {
  try {
    const tier = await models.ofTier('sonnet');
    return tier === undefined ? null : `${tier.models[0].id} (${tier.adapter.name})`;
  } catch (error) {
    logger.log('warn', 'coach.model_not_found', { error });
    return null;
  }
}
