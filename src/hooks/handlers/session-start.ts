import {
  BLOCK_INTRODUCTION,
  draftNotice,
  loadHookIndex,
  readLearnedValues,
  renderSessionStart,
  renderValues,
} from '../../guidance/hook.js';
import { type HookJournal, noteSessionSeen, openEntries, orphans } from '../../journal/hook.js';
import { tellCoach } from '../coach/tell-coach.js';
import type { Handler, HookContext } from '../protocol/handler.js';
import { contextOf, isShort, NOTHING, textAt } from '../protocol/protocol.js';
import { describeOpenEntries } from '../shared/describe-entries.js';
import { journalOf } from '../shared/hook-journal.js';
import { storeWaitingLessons } from '../shared/learn-from-turns.js';

/** The session begins in the journal, and knows the CRITICAL items, the number of drafts and the main values from its start. */
export const handle: Handler = async (context) => {
  const index = await readIndex(context);
  const journal = journalOf(context, index.settings);
  await Promise.all([noteSessionSeen(journal), tellCoach(context, 'session-start')]);
  if (!context.maySpeak) return NOTHING;
  const source = textAt(context.event.raw, 'source');
  const lostContext = source === 'compact' || source === 'resume';
  const texts = [lostContext ? await describeOpen(journal, source) : '', renderSessionStart(index, context.now)];
  const known = texts.filter((text) => text !== '').join('\n\n');
  const values = index.settings.enabled ? renderValues(readLearnedValues(context.folders.dataFolder)) : '';
  const introduction = lostContext || !index.settings.enabled ? '' : BLOCK_INTRODUCTION;
  return contextOf([values, introduction].reduce(addIfShort, known), draftNotice(index, context.now));
};

/** What is less important is added only if there is room for it: longer texts would not reach the model whole. */
function addIfShort(known: string, text: string): string {
  const both = [known, text].filter((part) => part !== '').join('\n\n');
  return isShort(both) ? both : known;
}

/** Compaction may drop the open hypotheses from the agent's context, and a session that ended left them as orphans. */
async function describeOpen(journal: HookJournal, source: string): Promise<string> {
  const left = source === 'resume' ? await orphans(journal) : [];
  return describeOpenEntries(await openEntries(journal), left);
}

/** With the lessons that wait, so that a review finds them. */
async function readIndex(context: HookContext) {
  const index = loadHookIndex(context.folders);
  if (!index.settings.enabled) return index;
  // A failure here must not keep the session from the items that are known.
  const hasStored = await storeWaitingLessons(context).catch(() => false);
  return hasStored ? loadHookIndex(context.folders) : index;
}
