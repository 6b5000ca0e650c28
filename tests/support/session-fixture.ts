import { onTestFinished } from 'vitest';
import type { CoachModels } from '../../src/coaching/api/coach-models.js';
import { createCallApi } from '../../src/coaching/api/create-call-api.js';
import { createModelsView, createWrapUps, type MemoryStore, openMemory } from '../../src/coaching/index.js';
import { createCoachSessions } from '../../src/coaching/sessions/create-coach-sessions.js';
import type { ActiveSession } from '../../src/coaching/sessions/session-context.js';
import type { Announce, SessionEvents } from '../../src/coaching/sessions/session-state.js';
import { openProject } from '../../src/project/project.js';
import { createRedactor } from '../../src/redaction/index.js';
import { coachWorkspace } from './coach-workspace.js';
import { coachingIn } from './coaching-fixture.js';

interface SessionsOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** None unless given. */
  readonly models?: CoachModels;
  readonly dailyCapUsd?: number;
  /** For one call with all its retries. */
  readonly maxMs?: number;
}

/** Sessions of a real project with real databases, what pages heard, and what hooks can read. */
export async function coachSessions(files?: SessionsOptions['files'], options: SessionsOptions = {}) {
  const data = await coachingIn();
  const project = await coachWorkspace(files ?? { 'src/cart.ts': 'one\ntwo\n' });
  onTestFinished(() => project.workbench.close());
  const redactor = createRedactor({ secretValues: [] });
  const redact = (text: string) => redactor.redact(text);
  const memory = await openMemory({ folder: data.folder, embedding: async () => undefined, redact, clock: data.clock });
  onTestFinished(() => memory.close());
  const run = () => startSessions(data, { ...project, memory }, options);
  return { ...data, ...project, memory, ...(await run()), anotherRun: run };
}

type Data = Awaited<ReturnType<typeof coachingIn>>;
type Project = Awaited<ReturnType<typeof coachWorkspace>> & { readonly memory: MemoryStore };
type Told = { [Type in keyof SessionEvents]: [Type, SessionEvents[Type]] }[keyof SessionEvents];

async function startSessions(data: Data, project: Project, { models = NO_MODELS, ...limits }: SessionsOptions) {
  const { workspace, workbench, memory } = project;
  const told: Told[] = [];
  const noted: (ActiveSession | undefined)[] = [];
  const followers: ((session: ActiveSession | undefined) => void)[] = [];
  const hooks = { cannotBeTold: false };
  const announce: Announce = (...event) => void told.push(event);
  const logger = { log: () => undefined };
  const { store, actionLog, apiCallLog, clock } = data;
  const shared = { store, actionLog, clock, logger, announce, workbench };
  const root = workspace.root;
  const api = createCallApi({ dailyCapUsd: 2, ...limits, ...shared, apiCallLog, models, workingDirectory: root });
  const wrapUps = createWrapUps({ ...shared, api, memory, view: await openView(project), project: root });
  const sessions = createCoachSessions({
    ...{ ...shared, wrapUps, workspace, timers: data.timers },
    async note(session) {
      if (hooks.cannotBeTold) throw new Error('the disk is full');
      noted.push(session);
      for (const follow of followers) follow(session);
    },
  });
  onTestFinished(() => sessions.close());
  return {
    sessions,
    api,
    wrapUps,
    told,
    noted,
    /** Called as the note for hooks is. */
    followers,
    hooks,
    toldTypes: () => told.map(([type]) => type),
    /** The types of the stored actions, the oldest first. */
    actions: async (sessionId: string) =>
      (await actionLog.recent(sessionId)).map(({ actionType }) => actionType).reverse(),
  };
}

const NO_MODELS: CoachModels = { ofTier: async () => undefined };

async function openView({ workspace, at }: Project) {
  const project = await openProject(workspace.root, { deny: [], ownFolders: [at('.witan')], homeFolder: '' });
  if (!project.ok) throw new Error(project.error);
  const redactor = createRedactor({ secretValues: [] });
  return createModelsView({ workspace, project: project.value, redactText: (text) => redactor.redact(text) });
}
