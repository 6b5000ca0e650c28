import { z } from 'zod';
import { choice, count, seconds } from './setting.js';

/** Used when a request names no value of its own, and the ceilings that no request may pass. */
export const defaultsSchema = z.strictObject({
  mode: choice(['conference', 'quick'], 'conference', { only: 'quick' }),
  rounds: count(2, 1, 20, 'lower'),
  max_rounds: count(5, 1, 20, 'lower'),
  timeout_per_round: seconds(600, 'lower'),
});
