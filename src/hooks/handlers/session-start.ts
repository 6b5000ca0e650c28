import { BLOCK_INTRODUCTION, draftNotice, loadHookIndex, renderSessionStart } from '../../guidance/hook.js';
import { noteSessionSeen } from '../../journal/hook.js';
import type { Handler, HookContext } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { storeWaitingLessons } from '../learn-from-turns.js';
import { contextOf, MAX_CHARACTERS, NOTHING } from '../protocol.js';

/** The session begins in the journal, and knows the CRITICAL items and the number of drafts from its start. */
export const sessionStart: Handler = async (context) => {
  const index = await readIndex(context);
  await noteSessionSeen(journalPlace(context, index.settings));
  if (!context.maySpeak) return NOTHING;
  const known = renderSessionStart(index, context.now);
  return contextOf(withIntroduction(known, index.settings.enabled), draftNotice(index, context.now));
};

/** How a lesson is recorded, if there is room for it: longer texts would not reach the model whole. */
function withIntroduction(known: string, isEnabled: boolean): string {
  const both = [known, BLOCK_INTRODUCTION].filter((part) => part !== '').join('\n\n');
  return isEnabled && both.length < MAX_CHARACTERS ? both : known;
}

/** With the lessons that wait: whoever comes to review drafts shall find them. */
async function readIndex(context: HookContext) {
  const index = loadHookIndex(context.place);
  if (!index.settings.enabled) return index;
  // Whatever goes wrong with them, the session still hears what is known.
  const hasStored = await storeWaitingLessons(context).catch(() => false);
  return hasStored ? loadHookIndex(context.place) : index;
}
