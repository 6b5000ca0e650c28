import type { Session } from '../store/sessions.js';
import type { Lifecycle } from './coach-sessions.js';
import { expectActive, findSession, noteActive, readPhases, type SessionContext } from './session-context.js';
import type { Announce, SessionSummary } from './session-state.js';

export interface Ending extends Pick<Lifecycle, 'end'> {
  /** Ends sessions without an action for a week. */
  readonly abandonIdle: () => Promise<void>;
}

export function createEnding(context: SessionContext): Ending {
  const { store, details, workspace, inOrder } = context;
  /** Of this run of the coach, so that ending twice is ending once. */
  let lastEnded: Session | undefined;

  async function finish(session: Session, status: SessionSummary['sessionStatus'], announce: Announce) {
    const summary = await endInStore(context, session, status);
    lastEnded = session;
    try {
      if (context.active?.session.id === session.id) await deactivate(context);
    } finally {
      announceEnd(summary, announce);
    }
    return summary;
  }

  return {
    abandonIdle: () =>
      inOrder(async () => {
        for (const session of await store.sessions.list({ projectDir: workspace.root, status: 'active' })) {
          if (await isIdle(context, session)) await finish(session, 'abandoned', context.announce);
        }
      }),

    end: (sessionId, announce = context.announce) =>
      inOrder(async () => {
        const asked = sessionId === undefined ? undefined : await findSession(context, sessionId);
        const session = asked ?? context.active?.session ?? lastEnded ?? expectActive(context).session;
        const { summary } = await details.get(session);
        if (summary === null) return finish(session, 'completed', announce);
        // The note for hooks may be what failed the first time.
        if (context.active === undefined) await noteActive(context);
        announceEnd(summary, announce);
        return summary;
      }),
  };
}

async function isIdle({ actionLog, clock }: SessionContext, { id, startedAt }: Session): Promise<boolean> {
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
  await actionLog.logAction(session.id, 'session_ended', { status, durationMs: summary.durationMs });
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

function announceEnd(summary: SessionSummary, announce: Announce): void {
  const { sessionId, durationMs, phasesCompleted, sessionStatus: _, ...counts } = summary;
  announce('session:ended', { summary: { sessionId, durationMs, phasesCompleted } });
  announce('session:completed', { sessionId, ...counts });
}
