import type { Handlers } from './handler.js';

/** Answers of the person to what the coach says without being asked. */
export const observer: Handlers<'observer:mute' | 'nudge:dismiss'> = {
  'observer:mute': ({ muted }, { coach, broadcast }) => coach.observer.mute(muted, broadcast),
  'nudge:dismiss': ({ nudgeId, answer }, { coach, broadcast }) => coach.observer.dismiss(nudgeId, answer, broadcast),
};
