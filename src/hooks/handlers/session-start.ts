import { BLOCK_INTRODUCTION, draftNotice, loadHookIndex, renderSessionStart } from '../../guidance/hook.js';
import { type HookPlace, noteSessionSeen, openEntries, orphans } from '../../journal/hook.js';
import { describeOpenEntries } from '../describe-entries.js';
import type { Handler, HookContext } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { storeWaitingLessons } from '../learn-from-turns.js';
import { contextOf, MAX_CHARACTERS, NOTHING, textAt } from '../protocol.js';

/** The session begins in the journal, and knows the CRITICAL items and the number of drafts from its start. */
export const sessionStart: Handler = async (context) => {
  const index = await readIndex(context);
  const journal = journalPlace(context, index.settings);
  await noteSessionSeen(journal);
  if (!context.maySpeak) return NOTHING;
  const texts = [await lostFromContext(context, journal), renderSessionStart(index, context.now)];
  const known = texts.filter((text) => text !== '').join('\n\n');
  return contextOf(withIntroduction(known, index.settings.enabled), draftNotice(index, context.now));
};

/** How a lesson is recorded, if there is room for it: longer texts would not reach the model whole. */
function withIntroduction(known: string, isEnabled: boolean): string {
  const both = [known, BLOCK_INTRODUCTION].filter((part) => part !== '').join('\n\n');
  return isEnabled && both.length < MAX_CHARACTERS ? both : known;
}

/** Compaction may drop the open hypotheses from the agent's context, and a session that ended left them as orphans. */
async function lostFromContext({ event }: HookContext, journal: HookPlace): Promise<string> {
  const source = textAt(event.raw, 'source');
  if (source !== 'compact' && source !== 'resume') return '';
  return describeOpenEntries(await openEntries(journal), source === 'resume' ? await orphans(journal) : []);
}

/** With the lessons that wait: whoever comes to review drafts shall find them. */
async function readIndex(context: HookContext) {
  const index = loadHookIndex(context.place);
  if (!index.settings.enabled) return index;
  // Whatever goes wrong with them, the session still hears what is known.
  const hasStored = await storeWaitingLessons(context).catch(() => false);
  return hasStored ? loadHookIndex(context.place) : index;
}
