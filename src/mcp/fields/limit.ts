import { z } from 'zod';

/** The maximum number of results. */
export function limit(fallback: number, max: number) {
  return z
    .number()
    .superRefine((value, context) => {
      if (Number.isInteger(value) && value >= 1 && value <= max) return;
      context.addIssue({ code: 'custom', message: `give a whole number from 1 to ${max}` });
    })
    .meta({ type: 'integer', description: 'Maximum number of results', minimum: 1, maximum: max, default: fallback })
    .optional();
}
