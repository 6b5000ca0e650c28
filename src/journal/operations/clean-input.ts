import type { JournalContext } from '../context.js';
import { cleanText, cleanTexts } from '../entry/clean-text.js';
import type { EntryUpdate, NewEntry } from '../entry/transitions.js';
import type { Resolve } from '../journal.js';

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
