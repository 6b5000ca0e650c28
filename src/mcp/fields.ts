import { z } from 'zod';
import { parseIsoDate } from '../kernel/parse-iso-date.js';

/** A text that is not blank. */
export function requiredText(max: number, description: string) {
  return z
    .string()
    .superRefine((text, context) => {
      if (isBlank(text)) context.addIssue({ code: 'custom', message: `it is blank; write 1 to ${max} characters` });
      else checkLength(text, max, context);
    })
    .meta({ description, minLength: 1, maxLength: max });
}

/** Models write an empty text for a field that they leave out, so it is read as missing. */
export function optionalText(max: number, description: string) {
  return z
    .string()
    .superRefine((text, context) => checkLength(text, max, context))
    .meta({ description, maxLength: max })
    .transform((text) => (isBlank(text) ? undefined : text))
    .optional();
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

interface Issues {
  addIssue(issue: { readonly code: 'custom'; readonly message: string }): void;
}

/** Characters, not UTF-16 units: an emoji is one. */
function checkLength(text: string, max: number, context: Issues): void {
  if (text.length <= max) return;
  const { length } = Array.from(text);
  if (length > max) context.addIssue({ code: 'custom', message: `it has ${length} characters, the limit is ${max}` });
}

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
