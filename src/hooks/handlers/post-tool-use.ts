import { type HookIndex, loadHookIndex } from '../../guidance/hook.js';
import { captureOutcome, incrementToolCount, noteFailedTest } from '../../journal/hook.js';
import type { Handler, HookContext } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { contextOf, type HookAnswer, NOTHING } from '../protocol.js';

/** Counts the call, and notes a test or a build that ended with it. */
export const postToolUse: Handler = (context) => noteInJournal(context, loadHookIndex(context.place));

export async function noteInJournal(context: HookContext, { settings }: HookIndex): Promise<HookAnswer> {
  const { event, maySpeak } = context;
  const place = journalPlace(context, settings);
  await incrementToolCount(place, event.toolUseId);
  const captured = await captureOutcome(place, event.raw);
  const failedTest = captured === undefined ? await noteFailedTest(place, event.raw) : undefined;
  if (failedTest === undefined || !maySpeak) return NOTHING;
  return contextOf(
    `Witan journal: \`${failedTest}\` has failed twice and no hypothesis is open; start_ghap records one before the next attempt.`,
  );
}
