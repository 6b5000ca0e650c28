import { z } from 'zod';
import { query } from '../define-route.js';

/** The last findings of `witan doctor`, which this page never runs itself, with timings and sizes as they are now. */
export const health = query(z.strictObject({}), async (_input, { doctorReport, hookFigures, databaseSizes }) => {
  const [report, hooks, databases] = await Promise.all([doctorReport(), hookFigures(), databaseSizes()]);
  return { report, hooks, databases };
});
