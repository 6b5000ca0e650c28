import { z } from 'zod';
import { parseIsoDate } from '../../kernel/parse-iso-date.js';

/** A date or a time, in UTC without a time zone. */
export function isoDate(description: string) {
  return z
    .string()
    .superRefine((text, context) => {
      if (parseIsoDate(text) !== undefined) return;
      const message = 'give an ISO 8601 date, such as 2026-11-16 or 2026-11-16T10:30:00Z';
      context.addIssue({ code: 'custom', message });
    })
    .meta({ description });
}
