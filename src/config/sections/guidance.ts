import { z } from 'zod';
import { choice, count, flag, share } from './setting.js';

export const guidanceSchema = z.strictObject({
  // A project may only ask for fewer items and interruptions. No value of `critical` pauses a call more than once per
  // item and session.
  enabled: flag(true, 'switch-off'),
  threshold: share(0.7, 'raise'),
  max_items: count(3, [0, 10], 'lower'),
  critical: choice(['pause-once', 'inform'], 'pause-once', { only: 'inform' }),
  holdout: share(0, 'lower'),
  check_in_every: count(10, [1, 10_000], 'raise'),
  draft_days: count(30, [1, 3650], 'lower'),
});

/** The fields are described by `HookSettings` in `src/guidance`. */
export function normalizeGuidance(guidance: z.output<typeof guidanceSchema>) {
  return {
    enabled: guidance.enabled,
    threshold: guidance.threshold,
    maxItems: guidance.max_items,
    critical: guidance.critical,
    holdout: guidance.holdout,
    checkInEvery: guidance.check_in_every,
    draftDays: guidance.draft_days,
  };
}
