import { onTestFinished } from 'vitest';
import { createCoachSessions } from '../../src/coaching/sessions/create-coach-sessions.js';
import type { ActiveSession } from '../../src/coaching/sessions/session-context.js';
import type { Announce, SessionEvents } from '../../src/coaching/sessions/session-state.js';
import { coachWorkspace } from './coach-workspace.js';
import { coachingIn } from './coaching-fixture.js';

/** Sessions of a real project with real databases, what pages heard, and what hooks can read. */
export async function coachSessions(files: Readonly<Record<string, string>> = { 'src/cart.ts': 'one\ntwo\n' }) {
  const data = await coachingIn();
  const project = await coachWorkspace(files);
  onTestFinished(() => project.workbench.close());
  const run = () => startSessions(data, project);
  return { ...data, ...project, ...(await run()), anotherRun: run };
}

type Data = Awaited<ReturnType<typeof coachingIn>>;
type Project = Awaited<ReturnType<typeof coachWorkspace>>;
type Told = { [Type in keyof SessionEvents]: [Type, SessionEvents[Type]] }[keyof SessionEvents];

async function startSessions(data: Data, { workspace, workbench }: Project) {
  const told: Told[] = [];
  const noted: (ActiveSession | undefined)[] = [];
  const followers: ((session: ActiveSession | undefined) => void)[] = [];
  const hooks = { cannotBeTold: false };
  const announce: Announce = (...event) => void told.push(event);
  const sessions = await createCoachSessions({
    ...{ store: data.store, actionLog: data.actionLog, clock: data.clock, timers: data.timers },
    ...{ workspace, workbench, announce },
    async note(session) {
      if (hooks.cannotBeTold) throw new Error('the disk is full');
      noted.push(session);
      for (const follow of followers) follow(session);
    },
    logger: { log: () => undefined },
  });
  onTestFinished(() => sessions.close());
  return {
    sessions,
    told,
    noted,
    /** Called as the note for hooks is. */
    followers,
    hooks,
    toldTypes: () => told.map(([type]) => type),
    /** The types of the stored actions, the oldest first. */
    actions: async (sessionId: string) =>
      (await data.actionLog.recent(sessionId)).map(({ actionType }) => actionType).reverse(),
  };
}
