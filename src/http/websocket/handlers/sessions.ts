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
  async 'session:start'(goal, { ports, broadcast }) {
    await ports.sessions.start(goal, broadcast);
  },
  async 'session:resume'({ sessionId }, { ports, broadcast }) {
    await ports.sessions.resume(sessionId, broadcast);
  },
  async 'session:end'({ sessionId }, { ports, broadcast }) {
    await ports.sessions.end({ sessionId }, broadcast);
  },
  async 'session:pause'({ isPaused }, { ports, status, broadcast }) {
    await ports.sessions.setPaused(isPaused);
    broadcast('coach:status', status());
  },
  async 'phase:update'({ phase, status }, { ports, broadcast }) {
    await ports.sessions.updatePhase(phase, { status }, broadcast);
  },
  async 'phase:create'(phase, { ports, broadcast }) {
    await ports.sessions.createPhase(phase, broadcast);
  },
  async 'phase:edit'({ phase, ...texts }, { ports, broadcast }) {
    await ports.sessions.updatePhase(phase, texts, broadcast);
  },
  async 'phase:delete'({ phaseId }, { ports, broadcast }) {
    await ports.sessions.deletePhase(phaseId, broadcast);
  },
  async 'phase:move'({ phaseId, to }, { ports, broadcast }) {
    await ports.sessions.movePhase(phaseId, to, broadcast);
  },
  async 'hint:more'(_nothing, { ports, broadcast }) {
    await ports.sessions.showMoreHints(broadcast);
  },
  async 'council:ask'({ question }, { ports, broadcast }) {
    await ports.council.ask(question, broadcast);
  },
};
