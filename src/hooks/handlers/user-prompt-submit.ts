import { loadHookIndex, noteTurn } from '../../guidance/hook.js';
import { openEntries, resetToolCount, shouldCheckIn } from '../../journal/hook.js';
import { describeEntry } from '../describe-entries.js';
import type { Handler } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { contextOf, NOTHING, textAt } from '../protocol.js';

/** Reminds of a hypothesis that has been open for a while; notes whether the prompt corrects the agent. */
export const userPromptSubmit: Handler = async (context) => {
  const { event, place, maySpeak, now } = context;
  const index = loadHookIndex(place);
  if (index.settings.enabled && index.items.length > 0) {
    noteTurn(place.dataFolder, { sessionId: event.sessionId, prompt: textAt(event.raw, 'prompt'), now });
  }
  const journal = journalPlace(context, index.settings);
  if (!maySpeak || !(await shouldCheckIn(journal, index.settings.checkInEvery))) return NOTHING;
  const [newest, ...others] = await openEntries(journal);
  if (newest === undefined) return NOTHING;
  await resetToolCount(journal);
  const rest = others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'is' : 'are'} open too.`;
  return contextOf(
    [
      `Witan journal: ${index.settings.checkInEvery} or more tool calls have passed since ${newest.id} was last looked at. It is still open.${rest}`,
      ...describeEntry(newest),
      'resolve_ghap records how it came out, update_ghap a hypothesis that changed; otherwise nothing is due.',
    ].join('\n'),
  );
};
