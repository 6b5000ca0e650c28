import {
  BLOCK_INTRODUCTION,
  draftNotice,
  loadHookIndex,
  renderSessionStart,
  renderValues,
} from '../../guidance/hook.js';
import { type HookPlace, noteSessionSeen, openEntries, orphans } from '../../journal/hook.js';
import { describeOpenEntries } from '../describe-entries.js';
import type { Handler, HookContext } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { storeWaitingLessons } from '../learn-from-turns.js';
import { contextOf, MAX_CHARACTERS, NOTHING, textAt } from '../protocol.js';

/** The session begins in the journal, and knows the CRITICAL items, the number of drafts and the main values from its start. */
export const sessionStart: Handler = async (context) => {
  const index = await readIndex(context);
  const journal = journalPlace(context, index.settings);
  await noteSessionSeen(journal);
  if (!context.maySpeak) return NOTHING;
  const texts = [await lostFromContext(context, journal), renderSessionStart(index, context.now)];
  const known = texts.filter((text) => text !== '').join('\n\n');
  const introduction = index.settings.enabled ? BLOCK_INTRODUCTION : '';
  return contextOf([renderValues(index), introduction].reduce(addIfShort, known), draftNotice(index, context.now));
};

/** What is less important is added only if there is room for it: longer texts would not reach the model whole. */
function addIfShort(known: string, text: string): string {
  const both = [known, text].filter((part) => part !== '').join('\n\n');
  return both.length < MAX_CHARACTERS ? both : known;
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
