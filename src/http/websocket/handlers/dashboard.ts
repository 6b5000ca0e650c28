import type { Handlers } from './handler.js';

/** Slow parts are announced later: the page is not kept waiting for its next message. */
export const dashboard: Handlers<'dashboard:request' | 'dashboard:refresh_issues' | 'gap:update'> = {
  async 'dashboard:request'({ statsPeriod = 'all' }, { coach, broadcast }) {
    await coach.dashboard.load(statsPeriod, broadcast);
  },
  async 'dashboard:refresh_issues'(_, { coach, broadcast }) {
    coach.dashboard.refreshIssues(broadcast);
  },
  async 'gap:update'({ gapId, addressed }, { coach, broadcast }) {
    await coach.dashboard.setGapAddressed(gapId, addressed, broadcast);
  },
};
