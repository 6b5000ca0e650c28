import { z } from 'zod';
import { query } from '../define-route.js';

/** What deliberations have cost, over the last days. */
export const cost = query(
  z.strictObject({ days: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]).default(30) }),
  async ({ days }, { pageRuns, clock }) => {
    const since = new Date(clock.now().getTime() - days * DAY_MS);
    const recorded = await pageRuns();
    if (recorded === undefined) return { spending: null };
    const spending = await recorded.spending(since);
    return { spending: { ...spending, deliberations: spending.deliberations.slice(0, MAX_DELIBERATIONS) } };
  },
);

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DELIBERATIONS = 100;
