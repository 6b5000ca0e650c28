import { z } from 'zod';

/** How many results at most. */
export function limit(fallback: number, most: number) {
  return z
    .number()
    .superRefine((value, context) => {
      if (Number.isInteger(value) && value >= 1 && value <= most) return;
      context.addIssue({ code: 'custom', message: `give a whole number from 1 to ${most}` });
    })
    .meta({ type: 'integer', description: 'Results at most', minimum: 1, maximum: most, default: fallback })
    .optional();
}
