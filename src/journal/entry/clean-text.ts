export const MAX_TEXT_LENGTH = 10_000;

export interface CleanText {
  readonly text: string;
  /** Set when the text was cut. */
  readonly warning?: string;
}

/** Text that every reader of the files can decode, and of bounded length; characters are counted, not bytes. */
export function cleanText(field: string, raw: string | Uint8Array): CleanText {
  // Encoding and decoding once replaces broken sequences and lone surrogates by U+FFFD.
  const text = Buffer.from(raw as string).toString('utf8');
  if (text.length <= MAX_TEXT_LENGTH) return { text };
  const characters = Array.from(text);
  if (characters.length <= MAX_TEXT_LENGTH) return { text };
  return {
    text: characters.slice(0, MAX_TEXT_LENGTH).join(''),
    warning: `${field} had ${characters.length} characters and was cut to ${MAX_TEXT_LENGTH}.`,
  };
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Cleans the fields that are given and leaves the others away; the names of nested fields are joined by a dot. */
export function cleanTexts<Fields extends Texts>(
  fields: Fields,
): { readonly texts: Partial<Fields>; readonly warnings: readonly string[] } {
  const cleaned = Object.entries(fields)
    .filter((field): field is [string, string] => field[1] !== undefined)
    .map(([name, raw]) => ({ name, ...cleanText(name, raw) }));
  return {
    texts: Object.fromEntries(cleaned.map(({ name, text }) => [name, text])) as Partial<Fields>,
    warnings: cleaned.flatMap(({ warning }) => (warning === undefined ? [] : [warning])),
  };
}
