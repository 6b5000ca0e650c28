import type { Handlers } from './handler.js';

/** Sessions announce every change to all pages; to the one that asked, as its answer. */
export const sessions: Handlers<
  | 'session:start'
  | 'session:resume'
  | 'session:end'
  | 'session:pause'
  | 'phase:update'
  | 'phase:create'
  | 'phase:edit'
  | 'phase:delete'
  | 'phase:move'
  | 'hint:more'
  | 'council:ask'
> = {
  async 'session:start'(goal, { coach, broadcast }) {
    await coach.sessions.start(goal, broadcast);
  },
  async 'session:resume'({ sessionId }, { coach, broadcast }) {
    await coach.sessions.resume(sessionId, broadcast);
  },
  async 'session:end'({ sessionId }, { coach, broadcast }) {
    await coach.sessions.end({ sessionId }, broadcast);
  },
  async 'session:pause'({ isPaused }, { coach, status, broadcast }) {
    await coach.sessions.setPaused(isPaused);
    broadcast('coach:status', status());
  },
  async 'phase:update'({ phase, status }, { coach, broadcast }) {
    await coach.sessions.updatePhase(phase, { status }, broadcast);
  },
  async 'phase:create'(phase, { coach, broadcast }) {
    await coach.sessions.createPhase(phase, broadcast);
  },
  async 'phase:edit'({ phase, ...texts }, { coach, broadcast }) {
    await coach.sessions.updatePhase(phase, texts, broadcast);
  },
  async 'phase:delete'({ phaseId }, { coach, broadcast }) {
    await coach.sessions.deletePhase(phaseId, broadcast);
  },
  async 'phase:move'({ phaseId, to }, { coach, broadcast }) {
    await coach.sessions.movePhase(phaseId, to, broadcast);
  },
  async 'hint:more'(_nothing, { coach, broadcast }) {
    await coach.sessions.showMoreHints(broadcast);
  },
  async 'council:ask'({ question }, { coach, broadcast }) {
    await coach.council.ask(question, broadcast);
  },
};
