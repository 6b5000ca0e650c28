import { z } from 'zod';
import { SIGNALS } from '../vocabulary.js';

/** What the observer noticed. It stays until the person answers it, another one follows or the session ends. */
export const nudgeSchema = z.object({
  nudgeId: z.string(),
  signal: z.enum(SIGNALS),
  /** From 0 to 1. */
  confidence: z.number(),
  context: z.object({
    current_file: z.string().nullable(),
    expected_file: z.string().nullable(),
    time_in_file: z.string().nullable(),
    phase_description: z.string().nullable(),
  }),
  /** What was noticed and why, in one or two sentences. */
  text: z.string(),
  sentAt: z.string(),
});

export type Nudge = Readonly<z.infer<typeof nudgeSchema>>;
