import { z } from 'zod';
import { choice, count, flag, share } from './setting.js';

export const guidanceSchema = z.strictObject({
  // A project may ask for fewer words and fewer interruptions, never for more. A pause is once per item and session,
  // whatever is set here: no value of `critical` makes it block again.
  enabled: flag(true, 'switch-off'),
  threshold: share(0.7, 'raise'),
  max_items: count(3, 0, 10, 'lower'),
  critical: choice(['pause-once', 'inform'], 'pause-once', { only: 'inform' }),
  holdout: share(0, 'lower'),
  check_in_every: count(10, 1, 10_000, 'raise'),
  draft_days: count(30, 1, 3650, 'lower'),
});

export interface GuidanceSettings {
  readonly enabled: boolean;
  /** Items that score lower are not shown. */
  readonly threshold: number;
  /** Shown before one call at most. */
  readonly maxItems: number;
  /** Whether an active CRITICAL item that names the tool and this file or command holds the call once. */
  readonly critical: 'pause-once' | 'inform';
  /** The share of items below CRITICAL that is withheld, to learn whether the others help. */
  readonly holdout: number;
  /** Tool calls between two reminders of the active journal entry. */
  readonly checkInEvery: number;
  /** Drafts that nobody reviewed are no longer shown after this. */
  readonly draftDays: number;
}

export function normalizeGuidance(guidance: z.output<typeof guidanceSchema>): GuidanceSettings {
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
