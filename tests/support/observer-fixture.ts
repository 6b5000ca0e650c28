import { onTestFinished } from 'vitest';
import { createCallApi } from '../../src/coaching/api/create-call-api.js';
import { type CoachModels, createModelsView, createObserver, createPendingNudges } from '../../src/coaching/index.js';
import type { ObserverDependencies } from '../../src/coaching/observer/observer.js';
import type { ObserverTriageResponse } from '../../src/coaching/prompts/observer-triage.js';
import { openProject } from '../../src/project/project.js';
import { createRedactor } from '../../src/redaction/index.js';
import { anthropicServer } from './anthropic-server.js';
import { anthropicAdapter, coachModels } from './call-api-fixture.js';
import { newPhase } from './coaching-fixture.js';
import { coachSessions } from './session-fixture.js';

interface ObserverChanges extends Partial<ObserverDependencies> {
  readonly hasNoModel?: boolean;
  readonly models?: CoachModels;
  readonly dailyCapUsd?: number;
  /** The deadline of the adapter. */
  readonly timeoutMs?: number;
}

/** An observer with real sessions and databases, Anthropic's API on this machine, a clock and timers that the test moves. */
export async function observerFixture(changes: ObserverChanges = {}) {
  const { hasNoModel = false, dailyCapUsd = 2, timeoutMs, models: given, ...changed } = changes;
  const server = await anthropicServer();
  server.answer('observer_triage', triage());
  const made = await coachSessions({ 'src/cart.ts': 'one\n', 'src/price.ts': 'a\n', '.env': 'TOKEN=1\n' });
  const { workspace, workbench, clock, timers, apiCallLog, store, actionLog, told } = made;
  const project = await openProject(workspace.root, { deny: ['.env*'], ownFolders: [], homeFolder: '' });
  if (!project.ok) throw new Error(project.error);
  const redactor = createRedactor({ secretValues: [], report: () => undefined });
  const view = createModelsView({ workspace, project: project.value, redactText: (text) => redactor.redact(text) });
  const warnings: string[] = [];
  const logger = { log: (level: string, event: string) => void (level === 'info' || warnings.push(event)) };
  const own = hasNoModel ? { ofTier: async () => undefined } : coachModels(anthropicAdapter(server, timeoutMs));
  const models = given ?? own;
  const workingDirectory = workspace.root;
  const { callApi } = createCallApi({ apiCallLog, models, workbench, clock, logger, dailyCapUsd, workingDirectory });
  const pages = { areOpen: true };
  const observer = createObserver({
    ...{ store, actionLog, view, callApi, clock, timers, logger },
    nudges: createPendingNudges(workbench),
    announce: (...event) => void told.push(event),
    sendMessage: (message) => made.sessions.sendMessage(message),
    hasPages: () => pages.areOpen,
    ...changed,
  });
  onTestFinished(() => observer.close());
  made.followers.push((session) => observer.follow(session?.id ?? null));
  const { sessionId } = await made.sessions.start({ issueNumber: 7 });
  const toldOf = <Type extends (typeof told)[number][0]>(type: Type) =>
    told.flatMap(([each, payload]) => (each === type ? [payload] : [])) as Extract<
      (typeof told)[number],
      [Type, unknown]
    >[1][];

  return {
    ...{ ...made, observer, server, view, pages, warnings, sessionId },
    toldOf,
    nudges: () => toldOf('observer:nudge'),
    calls: () => server.callsOf('observer_triage'),
    /** The newest call's message. */
    lastContext: () => JSON.parse(server.callsOf('observer_triage').at(-1)?.userMessage ?? 'null') as Context,
    ledger: () => made.database.queries.selectFrom('api_call_log').selectAll().execute(),
    startPhase: async (expectedFiles = ['src/cart.ts']) => {
      const phases = [newPhase('Read the cart', { expectedFiles })];
      await store.plans.create({ sessionId, rawPlanText: '', phases, isStarted: true });
    },
    open: async (path: string) => {
      await actionLog.logAction(sessionId, 'file_open', { path });
      await observer.settled();
    },
    type: async (path: string, textHash = String(clock.now().getTime())) => {
      await actionLog.updateBuffer(sessionId, { path, charCount: 10, previousCharCount: 10, textHash });
      await observer.settled();
    },
    wait: async (ms: number) => {
      for (let waited = 0; waited < ms; waited += TICK_MS) {
        clock.advance(Math.min(TICK_MS, ms - waited));
        await timers.fire();
        await observer.settled();
      }
    },
    /** The rows of the types, the oldest first. */
    rows: async (...types: readonly string[]) => {
      const rows = (await actionLog.recent(sessionId)).toReversed();
      return rows.filter(({ actionType }) => types.includes(actionType)).map(({ data }) => data);
    },
  };
}

interface Context {
  readonly recent_actions: readonly { readonly type: string; readonly path?: string }[];
  readonly [field: string]: unknown;
}

/** The interval of the idle check. */
const TICK_MS = 30_000;

/** An answer of the model; silence unless told otherwise. */
export function triage(changes: Partial<ObserverTriageResponse> = {}): ObserverTriageResponse {
  return {
    ...{ should_nudge: false, confidence: 0.9, signal: 'no_nudge', reasoning: 'All is well.' },
    suggested_context: { expected_file: null },
    ...changes,
  };
}

export const WRONG_FILE = triage({
  ...{ should_nudge: true, confidence: 0.85, signal: 'wrong_file', reasoning: 'Another file is edited.' },
  suggested_context: { expected_file: 'src/cart.ts' },
});
