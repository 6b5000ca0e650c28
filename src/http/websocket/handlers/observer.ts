import type { Handlers } from './handler.js';

/** Answers of the person to what the coach says without being asked. */
export const observer: Handlers<'observer:mute' | 'nudge:dismiss'> = {
  'observer:mute': ({ muted }, { ports, broadcast }) => ports.observer.mute(muted, broadcast),
  'nudge:dismiss': ({ nudgeId, answer }, { ports, broadcast }) => ports.observer.dismiss(nudgeId, answer, broadcast),
};
