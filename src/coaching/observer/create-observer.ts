import { createBackground } from '../background.js';
import type { ActionType } from '../vocabulary.js';
import { type ObservedSession, observeSession } from './observe-session.js';
import type { Observer, ObserverDependencies } from './observer.js';

export function createObserver(dependencies: ObserverDependencies): Observer {
  const { actionLog, nudges, logger } = dependencies;
  const background = createBackground(logger);
  const run = (work: () => Promise<void>) =>
    background.start(work, (error) => logger.log('warn', 'coaching.observer_failed', { error }));
  let current: ObservedSession | undefined;

  const status: Observer['status'] = () => current?.status() ?? { active: false, muted: false, lastEvaluation: null };

  function follow(sessionId: string | null): void {
    if ((current?.sessionId ?? null) === sessionId) return;
    current?.stop();
    current =
      sessionId === null ? undefined : observeSession(sessionId, dependencies, { run, signal: background.signal });
    dependencies.announce('observer:status', status());
    if (sessionId !== null) void run(() => showNudge(sessionId));
  }

  /** One from before a restart or a pause. */
  async function showNudge(sessionId: string): Promise<void> {
    const nudge = await nudges.get(sessionId);
    if (nudge !== null && current?.sessionId === sessionId) dependencies.announce('observer:nudge', nudge);
  }

  async function forgetNudge(sessionId: string): Promise<void> {
    const nudge = await nudges.get(sessionId);
    if (nudge === null) return;
    // One of the next phase may have come in between.
    await nudges.remove(sessionId, nudge.nudgeId);
    dependencies.announce('observer:nudge_closed', { nudgeId: nudge.nudgeId });
  }

  // Also of a session that is ended without being active again.
  const unsubscribe = actionLog.subscribe((event) => {
    if (event.kind !== 'action' || !ENDS_OF_NUDGES.has(event.action.actionType)) return;
    const { sessionId, actionType } = event.action;
    if (sessionId === null) return;
    if (actionType === 'session_ended' && current?.sessionId === sessionId) follow(null);
    void run(() => forgetNudge(sessionId));
  });

  return {
    follow,
    status,
    async mute(isMuted, announce = dependencies.announce) {
      if (current === undefined) return logger.log('warn', 'coaching.mute_ignored', { reason: 'no session is active' });
      await current.mute(isMuted);
      announce('observer:status', status());
    },
    pending: async () => (current === undefined ? null : nudges.get(current.sessionId)),
    async dismiss(nudgeId, answer, announce = dependencies.announce) {
      if (current !== undefined) {
        const nudge = await nudges.get(current.sessionId);
        if (nudge?.nudgeId === nudgeId && answer === 'not_now') current.decline(nudge.signal);
        await nudges.remove(current.sessionId, nudgeId);
      }
      // Also if another page was faster: its card is closed on all of them.
      announce('observer:nudge_closed', { nudgeId });
    },
    takeForPrompt: async () => (current === undefined ? null : nudges.take(current.sessionId)),
    noteTestRun: (test) => current?.noteTestRun(test),
    settled: () => background.settled(),
    async close() {
      unsubscribe();
      current?.stop();
      await background.close();
    },
  };
}

/** What a nudge is about is over then. */
const ENDS_OF_NUDGES: ReadonlySet<ActionType> = new Set(['phase_started', 'phase_completed', 'session_ended']);
