import { CoachError } from '../coach-error.js';
import type { Session } from '../store/sessions.js';
import type { Lifecycle } from './coach-sessions.js';
import { expectActive, findSession, noteActive, readPhases, type SessionContext } from './session-context.js';
import type { Announce, LastSummary, SessionSummary } from './session-state.js';

export interface Ending extends Pick<Lifecycle, 'end' | 'wrappedUp' | 'continueWrapUps' | 'lastSummary'> {
  /** Called every hour. Ends the active session after a week without an action. */
  readonly abandonIdle: () => Promise<void>;
  /** Ends a session that an earlier run left open, more than a week ago: another one is wanted now. */
  readonly abandonForgotten: () => Promise<void>;
}

export function createEnding(context: SessionContext): Ending {
  const { store, details, wrapUps, inOrder } = context;
  /** Known for this run of the coach, so that ending twice is ending once. */
  let lastEnded: Session | undefined;

  async function release(session: Session, summary: SessionSummary, announce: Announce) {
    lastEnded = session;
    try {
      if (context.active?.session.id === session.id) await deactivate(context);
    } finally {
      announceEnded(summary, announce);
    }
  }

  async function complete(session: Session, transcript: string | undefined, announce: Announce) {
    await wrapUps.request(session.id, transcript);
    const summary = await endInStore(context, session, 'completed');
    try {
      await release(session, summary, announce);
    } finally {
      wrapUps.begin(session, summary);
    }
    return summary;
  }

  return {
    ...createLookingBack(context, () => lastEnded),
    ...createAbandoning(context, release),

    end: ({ sessionId, transcript } = {}, announce = context.announce) =>
      inOrder(async () => {
        const asked = sessionId === undefined ? undefined : await findSession(context, sessionId);
        const session = asked ?? context.active?.session ?? lastEnded ?? expectActive(context).session;
        const { summary } = await details.get(session);
        if (summary === null) return complete(session, transcript, announce);
        // The note for hooks may be what failed the first time.
        if (context.active === undefined) await noteActive(context);
        announceEnded(summary, announce);
        if (!wrapUps.isRunning(session.id)) announceCompleted(summary, announce);
        return summary;
      }),

    async continueWrapUps() {
      for (const sessionId of await wrapUps.pending()) {
        await inOrder(async () => {
          const session = await store.sessions.get(sessionId);
          // One that was resumed since then is ended again when it is over.
          const isOpen = context.active?.session.id === sessionId || wrapUps.isRunning(sessionId);
          if (isOpen) return;
          const ended =
            session && ((await details.get(session)).summary ?? (await endInStore(context, session, 'completed')));
          if (session === undefined || ended?.sessionStatus !== 'completed') return wrapUps.forget(sessionId);
          lastEnded = session;
          wrapUps.begin(session, ended);
        });
      }
    },
  };
}

type Release = (session: Session, summary: SessionSummary, announce: Announce) => Promise<void>;

function createAbandoning(context: SessionContext, release: Release): Pick<Ending, 'abandonIdle' | 'abandonForgotten'> {
  const { store, workspace, wrapUps, announce, inOrder } = context;
  const isIdle = createIdleCheck(context);
  async function abandon(session: Session) {
    const summary = await endInStore(context, session, 'abandoned');
    await wrapUps.forget(session.id);
    await release(session, summary, announce);
    announceCompleted(summary, announce);
  }
  return {
    abandonIdle: () =>
      inOrder(async () => {
        const session = context.active?.session;
        if (session !== undefined && (await isIdle(session))) await abandon(session);
      }),

    abandonForgotten: () =>
      inOrder(async () => {
        for (const session of await store.sessions.list({ projectDir: workspace.root, status: 'active' })) {
          const isActive = context.active?.session.id === session.id;
          if (!isActive && (await isForgotten(context, session))) await abandon(session);
        }
      }),
  };
}

function createLookingBack(
  context: SessionContext,
  lastEnded: () => Session | undefined,
): Pick<Ending, 'wrappedUp' | 'lastSummary'> {
  const { details, wrapUps } = context;
  return {
    async wrappedUp(sessionId) {
      const session = await findSession(context, sessionId);
      await wrapUps.settled(sessionId);
      const { summary } = await details.get(session);
      if (summary === null) throw new CoachError('CONFLICT', 'the session has not ended');
      return summary;
    },

    async lastSummary() {
      const session = context.active === undefined ? lastEnded() : undefined;
      const summary = session && (await details.get(session)).summary;
      if (!summary) return null;
      return {
        ended: getEnded(summary),
        completed: wrapUps.isRunning(summary.sessionId) ? null : getCompleted(summary),
      };
    },
  };
}

/** By the time that passes while the coach runs: a clock that was set ahead must not end what the person works on. */
function createIdleCheck({ actionLog, clock }: SessionContext) {
  let last = { action: '', at: 0 };
  return async ({ id }: Session): Promise<boolean> => {
    const [newest] = await actionLog.recent(id, { limit: 1 });
    const action = `${id} ${newest?.id}`;
    if (action !== last.action) last = { action, at: clock.elapsed() };
    return clock.elapsed() - last.at > MAX_IDLE_MS;
  };
}

async function isForgotten({ actionLog, clock }: SessionContext, { id, startedAt }: Session): Promise<boolean> {
  const idleMs = (await actionLog.timeSinceLast(id)) ?? clock.now().getTime() - Date.parse(startedAt);
  return idleMs > MAX_IDLE_MS;
}

const MAX_IDLE_MS = 7 * 24 * 60 * 60 * 1000;

async function endInStore(context: SessionContext, session: Session, status: SessionSummary['sessionStatus']) {
  const { store, details, actionLog } = context;
  const ended = await store.sessions.end(session.id, status);
  const phases = await readPhases(context, session.id);
  const summary: SessionSummary = {
    sessionId: session.id,
    sessionStatus: ended.status === 'abandoned' ? 'abandoned' : 'completed',
    durationMs: Date.parse(ended.endedAt ?? ended.startedAt) - Date.parse(ended.startedAt),
    phasesCompleted: phases.filter((phase) => phase.status === 'complete').length,
    knowledgeGaps: 0,
    kataSpecs: 0,
    dreyfusUpdates: 0,
    memoriesStored: 0,
  };
  // A killed run may have logged it and no more.
  const [logged] = await actionLog.recent(session.id, { types: ['session_ended'], limit: 1 });
  if (logged === undefined) {
    await actionLog.logAction(session.id, 'session_ended', { status, durationMs: summary.durationMs });
  }
  await details.change(session, { summary });
  return summary;
}

async function deactivate(context: SessionContext): Promise<void> {
  const { announce, highlights, fileHints } = context;
  context.active = undefined;
  if (highlights.length > 0) announce('editor:clear_highlights', {});
  if (fileHints.size > 0) announce('explorer:clear_hints', {});
  highlights.length = 0;
  fileHints.clear();
  await noteActive(context);
}

function announceEnded(summary: SessionSummary, announce: Announce): void {
  announce('session:ended', getEnded(summary));
}

export function announceCompleted(summary: SessionSummary, announce: Announce): void {
  announce('session:completed', getCompleted(summary));
}

function getEnded({ sessionId, durationMs, phasesCompleted }: SessionSummary): LastSummary['ended'] {
  return { summary: { sessionId, durationMs, phasesCompleted } };
}

function getCompleted(summary: SessionSummary): NonNullable<LastSummary['completed']> {
  const { sessionStatus: _status, durationMs: _duration, phasesCompleted: _phases, ...completed } = summary;
  return completed;
}
