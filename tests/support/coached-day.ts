import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createBilling, openCoachModels } from '../../src/coaching/api/coach-models.js';
import { createExplaining, createModelsView, createObserver, createPendingNudges } from '../../src/coaching/index.js';
import { loadSettings } from '../../src/config/index.js';
import { createModelDirectory } from '../../src/program/model-directory.js';
import { openProject } from '../../src/project/project.js';
import { anthropicAdapter } from './call-api-fixture.js';
import { newPhase } from './coaching-fixture.js';
import { EXPLAINED } from './help-fixture.js';
import { triage } from './observer-fixture.js';
import { startPricedApi } from './priced-api.js';
import { scratchFolder } from './scratch-folder.js';
import { coachSessions } from './session-fixture.js';
import { LEARNED } from './wrapped-up-session.js';

const FILES = Object.fromEntries(
  ['cart', 'price', 'order', 'stock', 'mail'].map((name) => [`src/${name}.ts`, CODE(name)]),
);

function CODE(name: string): string {
  return Array.from({ length: 60 }, (_, line) => `export const ${name}${line} = compute(${line}, '${name}');`).join(
    '\n',
  );
}

export type Learner = 'types all day' | 'asks all day';

/**
 * A learner's day with the real parts of the coach, the shipped prices and limit, real databases, and an API on this machine
 * that keeps its own books. The clock moves without waiting.
 */
export async function coachedDay(learner: Learner, hours: number, dailyCapUsd?: number) {
  const api = await startPricedApi({ ...LEARNED, observer_triage: triage(), explain_this: EXPLAINED });
  const settings = await shippedSettings();
  const adapter = anthropicAdapter(api);
  const { coaching, modelRegistry } = settings;
  const directory = createModelDirectory({
    adapters: { anthropic: { type: 'demo' } },
    modelRegistry,
    create: async () => ({ ...adapter, availability: async () => ({ available: true, detail: 'on this machine' }) }),
  });
  const models = openCoachModels(directory, coaching.models, createBilling(directory, coaching));
  const cap = dailyCapUsd ?? coaching.dailyCapUsd;
  const coach = await coachSessions(FILES, { models, dailyCapUsd: cap });
  const { clock } = coach;
  const morning = clock.now();
  morning.setDate(morning.getDate() + 1);
  morning.setHours(8, 0, 0, 0);
  clock.advance(morning.getTime() - clock.now().getTime());
  const day = await beginDay(coach);
  for (let minute = 0; minute < hours * 60; minute++) await LEARNERS[learner](day, minute);
  // Also the one who never asked must be able to.
  await day.explain();
  await coach.sessions.end();
  const summary = await coach.sessions.wrappedUp(day.sessionId);
  const rows = await coach.database.queries.selectFrom('api_call_log').selectAll().execute();
  return { cap, books: api.books, rows, summary, explained: day.explained, warnings: coach.told };
}

async function shippedSettings() {
  const packageConfigText = readFileSync(path.join(import.meta.dirname, '../../config.yaml'), 'utf8');
  const folders = { projectFolder: scratchFolder('project'), homeFolder: scratchFolder('home') };
  return loadSettings({ ...folders, environment: {}, packageConfigText });
}

type Coach = Awaited<ReturnType<typeof coachSessions>>;

async function beginDay(coach: Coach) {
  const { store, actionLog, workspace, workbench, clock, timers, sessions, told } = coach;
  const project = await openProject(workspace.root, { deny: [], ownFolders: [], homeFolder: '' });
  if (!project.ok) throw new Error(project.error);
  const view = createModelsView({ workspace, project: project.value, redactText: async (text) => text });
  const logger = { log: () => undefined };
  const shared = { ...coach.api, store, actionLog, view, workbench, workspace, sessions, clock, logger };
  const observer = createObserver({
    ...{ ...shared, timers, nudges: createPendingNudges(workbench), hasPages: () => true },
    announce: (...event) => void told.push(event),
    sendMessage: (message) => sessions.sendMessage(message),
  });
  const explaining = createExplaining({ ...shared, retryAfterMs: 1 });
  onTestFinished(async () => void (await Promise.all([observer.close(), explaining.close()])));
  coach.followers.push((session) => observer.follow(session?.id ?? null));
  const { sessionId } = await sessions.start({ issueNumber: 7, goal: 'Cart loses items' });
  const phases = [newPhase('Read the cart'), newPhase('Fix the cart')];
  await store.plans.create({ sessionId, rawPlanText: '', phases, isStarted: true });
  const explained: string[] = [];
  const paths = Object.keys(FILES);
  return {
    sessionId,
    explained,
    advance: (ms: number) => clock.advance(ms),
    async touch(index: number) {
      const file = paths[index % paths.length] ?? '';
      await actionLog.logAction(sessionId, 'file_open', { path: file });
      await observer.settled();
      await actionLog.logAction(sessionId, 'file_save', { path: file, charCount: 10 + index });
      await observer.settled();
    },
    async explain() {
      const range = { startLine: 2, startColumn: 0, endLine: 12, endColumn: 3 };
      const selectedText = CODE('cart').split('\n').slice(1, 12).join('\n');
      const request = { path: 'src/cart.ts', language: 'typescript', range, selectedText };
      await new Promise<void>((resolve) =>
        explaining.explain(request, (...[type]) => {
          explained.push(type);
          resolve();
        }),
      );
    },
  };
}

type Day = Awaited<ReturnType<typeof beginDay>>;

/** What each does in a minute. More than ten actions in it would be a flow, in which the observer is silent. */
const LEARNERS: Readonly<Record<Learner, (day: Day, minute: number) => Promise<void>>> = {
  async 'types all day'(day, minute) {
    for (let quarter = 0; quarter < 4; quarter++) {
      await day.touch(minute * 7 + quarter * (1 + (minute % 3)));
      day.advance(15_000);
    }
  },
  async 'asks all day'(day, minute) {
    await day.touch(minute * 7);
    if (minute % 5 === 0) await day.explain();
    day.advance(60_000);
  },
};
