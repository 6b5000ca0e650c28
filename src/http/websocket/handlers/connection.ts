import type { HandlerContext, Handlers } from './handler.js';

export const connection: Handlers<'connection:hello'> = {
  async 'connection:hello'(meta, context) {
    const { coach, connection } = context;
    connection.meta = { ...meta, connectedAt: connection.connectedAt };
    context.reply('connection:init', await currentState(context));
    connection.send('fs:tree', { root: await coach.files.tree() });
  },
};

/** The same after a break, so that a page which lost its connection continues with what is true now. */
async function currentState({ coach, status }: HandlerContext) {
  const { sessions, council, buffers, observer, explaining, projectName, projectId } = coach;
  const [session, unfinished, marks, lastSummary, nudge, reviews] = await Promise.all([
    sessions.current(),
    sessions.unfinished(),
    sessions.marks(),
    sessions.lastSummary(),
    observer.pending(),
    explaining.reviews(),
  ]);
  // No await from here on: pages would get changes before this state, which does not have them.
  const [openFiles, unsaved, explanations] = [buffers.openFiles(), buffers.unsaved(), explaining.explanations()];
  const councilAnswer = session && council.lastAnswer(session.sessionId);
  const answers = { lastSummary, councilAnswer, explanations, reviews };
  return {
    sessionId: session?.sessionId ?? null,
    capabilities: CAPABILITIES,
    featureFlags: {},
    state: {
      ...{ projectName, projectId, session, unfinished, ...answers, openFiles, ...marks, unsaved, nudge },
      ...{ status: status(), observer: observer.status() },
    },
  };
}

/** The features of this version. */
const CAPABILITIES = [
  'files',
  'buffers',
  'sessions',
  'hints',
  'observer',
  'explain',
  'review',
  'practice',
  'dashboard',
];
