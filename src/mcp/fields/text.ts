import { z } from 'zod';

/** A text that must say something. */
export function requiredText(most: number, description: string) {
  return z
    .string()
    .superRefine((text, context) => {
      if (isBlank(text))
        context.addIssue({ code: 'custom', message: `it says nothing; write 1 to ${most} characters` });
      else checkLength(text, most, context);
    })
    .meta({ description, minLength: 1, maxLength: most });
}

/** Models write an empty text for a field that they leave out: it counts as left out, see `given`. */
export function optionalText(most: number, description: string) {
  return z
    .string()
    .superRefine((text, context) => checkLength(text, most, context))
    .meta({ description, maxLength: most })
    .optional();
}

export function given(text: string | undefined): string | undefined {
  return text === undefined || isBlank(text) ? undefined : text;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

interface Issues {
  addIssue(issue: { readonly code: 'custom'; readonly message: string }): void;
}

/** Characters, not UTF-16 units: an emoji is one. */
function checkLength(text: string, most: number, context: Issues): void {
  if (text.length <= most) return;
  const { length } = Array.from(text);
  if (length > most) context.addIssue({ code: 'custom', message: `it has ${length} characters, the limit is ${most}` });
}
