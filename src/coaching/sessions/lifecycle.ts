import { plainLine } from '../../kernel/plain-text.js';
import { quoteText } from '../../kernel/quote.js';
import { CoachError } from '../coach-error.js';
import type { Session } from '../store/sessions.js';
import type { Lifecycle } from './coach-sessions.js';
import { createEnding, type Ending } from './ending.js';
import { showPhaseHints } from './phase-hints.js';
import {
  activePhase,
  expectActive,
  findSession,
  noteActive,
  readPhases,
  readState,
  type SessionContext,
} from './session-context.js';
import type { SessionGoal } from './session-state.js';

export function createLifecycle(context: SessionContext): Omit<Lifecycle, 'close'> & Pick<Ending, 'abandonIdle'> {
  const { inOrder } = context;
  const { abandonForgotten, ...ending } = createEnding(context);
  return {
    ...ending,
    ...createOpening(context, abandonForgotten),
    currentId: () => context.active?.session.id ?? null,
    current: async () => (context.active === undefined ? null : readState(context)),
    expectCurrent: async () => readState(context),
    unfinished: () => listUnfinished(context),
    setPaused: (isPaused) =>
      inOrder(async () => {
        const active = expectActive(context);
        const before = active.isPaused;
        active.isPaused = isPaused;
        try {
          await noteActive(context);
        } catch (error) {
          // Hooks go by the note: the page must not say anything else.
          active.isPaused = before;
          throw error;
        }
        return readState(context);
      }),
    hookReported() {
      if (context.active !== undefined) context.active.isProtected = true;
    },
    protectionLost() {
      if (context.active !== undefined) context.active.isProtected = false;
    },
    writes() {
      if (context.active === undefined) return 'no_session';
      if (context.active.isPaused) return 'paused';
      return context.active.isProtected ? 'held' : 'not_protected';
    },
  };
}

function createOpening(
  context: SessionContext,
  abandonForgotten: Ending['abandonForgotten'],
): Pick<Lifecycle, 'start' | 'resume'> {
  const { store, actionLog, workspace, inOrder } = context;
  return {
    async start(goal, announce = context.announce) {
      const { issueNumber, issueTitle } = parseGoal(goal);
      await abandonForgotten();
      return inOrder(async () => {
        if (context.active !== undefined) throw alreadyActive(context.active.session);
        const session = await store.sessions.create({ projectDir: workspace.root, issueNumber, issueTitle });
        await actionLog.logAction(session.id, 'session_started', { issueNumber });
        // A project has one open session, so these are of sessions that have ended.
        await workspace.forgetPhases();
        await activate(context, session);
        const state = await readState(context);
        announce('session:started', { ...state, openFiles: workspace.openFiles() });
        return state;
      });
    },

    resume: (sessionId, announce = context.announce) =>
      inOrder(async () => {
        const session = await findSession(context, sessionId);
        const { active } = context;
        if (active !== undefined && active.session.id !== sessionId) throw alreadyActive(active.session);
        if (session.status !== 'active') throw new CoachError('CONFLICT', `the session ${title(session)} has ended`);
        if (active === undefined) {
          await activate(context, session);
          await actionLog.logAction(sessionId, 'session_resumed', { previousSessionId: sessionId });
        }
        const restoredState = await readState(context);
        const { messages } = await context.details.get(session);
        const reviews = await context.reviews.list(restoredState.phases);
        announce('session:resumed', { restoredState, messages, reviews });
        const phase = active === undefined ? activePhase(await readPhases(context, sessionId)) : undefined;
        if (phase !== undefined) await showPhaseHints(context, phase);
        return restoredState;
      }),
  };
}

function parseGoal({ issueNumber, goal }: SessionGoal): Pick<Session, 'issueNumber' | 'issueTitle'> {
  const text = plainLine(goal ?? '');
  if (issueNumber === undefined && text === '') {
    throw new CoachError('INVALID_MESSAGE', 'give the number of an issue, or a goal');
  }
  return { issueNumber: issueNumber ?? null, issueTitle: text === '' ? `Issue ${issueNumber}` : text };
}

async function activate(context: SessionContext, session: Session): Promise<void> {
  context.active = { session, isPaused: false, isProtected: false };
  try {
    await noteActive(context);
  } catch (error) {
    // Hooks could not hold back an agent: the session stays open and can be resumed.
    context.active = undefined;
    throw error;
  }
}

function alreadyActive(session: Session): CoachError {
  return new CoachError('CONFLICT', `a session is active: ${title(session)}; end it first`, { sessionId: session.id });
}

function title({ issueTitle }: Session): string {
  return quoteText(issueTitle, MAX_TITLE_LENGTH);
}

const MAX_TITLE_LENGTH = 200;

async function listUnfinished({ store, details, workspace, active }: SessionContext) {
  const open = await store.sessions.list({ projectDir: workspace.root, status: 'active' });
  return Promise.all(
    open
      .filter(({ id }) => id !== active?.session.id)
      .map(async (session) => {
        const { id, issueNumber, startedAt } = session;
        // The coach may have learned the title of the issue since then.
        return { id, issueNumber, issueTitle: (await details.get(session)).issueContext.title, startedAt };
      }),
  );
}
