import type { EntryUpdate, NewEntry } from '../entry/transitions.js';
import type { JournalContext } from '../sessions/context.js';
import type { Resolve } from './journal.js';

export interface Cleaned<Input> {
  readonly input: Input;
  readonly warnings: readonly string[];
}

export function cleanNewEntry(context: JournalContext, input: NewEntry): Cleaned<NewEntry> {
  const { goal, hypothesis, action, prediction } = input;
  const { texts, warnings } = cleanTexts({ goal, hypothesis, action, prediction });
  return warn(context, { ...input, ...texts }, warnings);
}

export function cleanUpdate(context: JournalContext, input: EntryUpdate): Cleaned<EntryUpdate> {
  const { hypothesis, action, prediction, note, strategy } = input;
  const { texts, warnings } = cleanTexts({ hypothesis, action, prediction, note });
  return warn(context, { ...(strategy !== undefined && { strategy }), ...texts } as EntryUpdate, warnings);
}

export function cleanResolve(context: JournalContext, input: Resolve): Cleaned<Resolve> {
  const { rootCause, lesson } = input;
  const { texts, warnings } = cleanTexts({ result: input.result, surprise: input.surprise });
  const cause = cleanTexts({ category: rootCause?.category, description: rootCause?.description });
  const learned = cleanTexts({ what_worked: lesson?.what_worked, takeaway: lesson?.takeaway });
  const cleaned = {
    ...input,
    ...texts,
    ...(rootCause !== undefined && { rootCause: { ...rootCause, ...cause.texts } }),
    ...(lesson !== undefined && { lesson: { ...lesson, ...learned.texts } }),
  } as Resolve;
  return warn(context, cleaned, [...warnings, ...cause.warnings, ...learned.warnings]);
}

export function cleanReason(context: JournalContext, reason: string): Cleaned<string> {
  const { text, warning } = cleanText('reason', reason);
  return warn(context, text, warning === undefined ? [] : [warning]);
}

function warn<Input>({ logger }: JournalContext, input: Input, warnings: readonly string[]): Cleaned<Input> {
  for (const warning of warnings) logger.log('warn', 'journal.text_cut', { warning });
  return { input, warnings };
}

const MAX_TEXT_LENGTH = 10_000;

interface CleanText {
  readonly text: string;
  /** Set when the text was cut. */
  readonly warning?: string;
}

/** Text that every reader of the files can decode, and of bounded length; characters are counted, not bytes. */
function cleanText(field: string, raw: string | Uint8Array): CleanText {
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
function cleanTexts<Fields extends Texts>(
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
