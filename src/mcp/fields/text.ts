import { z } from 'zod';

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

/** Models write an empty text for a field that they leave out, so `nonEmpty` treats it as missing. */
export function optionalText(max: number, description: string) {
  return z
    .string()
    .superRefine((text, context) => checkLength(text, max, context))
    .meta({ description, maxLength: max })
    .optional();
}

export function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || isBlank(text) ? undefined : text;
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
