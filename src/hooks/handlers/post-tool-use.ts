import { type HookIndex, loadHookIndex } from '../../guidance/hook.js';
import { captureOutcome, incrementToolCount } from '../../journal/hook.js';
import type { Handler, HookContext } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { NOTHING } from '../protocol.js';

/** Counts the call, and notes a test or a build that ended with it. */
export const postToolUse: Handler = async (context) => {
  await noteInJournal(context, loadHookIndex(context.place));
  return NOTHING;
};

export async function noteInJournal(context: HookContext, { settings }: HookIndex): Promise<void> {
  const place = journalPlace(context, settings);
  await incrementToolCount(place, context.event.toolUseId);
  await captureOutcome(place, context.event.raw);
}
