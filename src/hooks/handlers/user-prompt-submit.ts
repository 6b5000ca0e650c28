import {
  CORRECTION_LINE,
  type HookSettings,
  isCorrection,
  loadHookIndex,
  noteTurn,
  takeLessonNotices,
} from '../../guidance/hook.js';
import { openEntries, resetToolCount, shouldCheckIn } from '../../journal/hook.js';
import { tellCoach } from '../coach/tell-coach.js';
import type { Handler, HookContext } from '../protocol/handler.js';
import { contextOf, NOTHING, textAt } from '../protocol/protocol.js';
import { describeEntry } from '../shared/describe-entries.js';
import { journalOf } from '../shared/hook-journal.js';

/**
 * During a coaching session says where it is, and gives the coach the prompt. Reminds of a hypothesis that has been acted on for a while, and after a correction of the way to record a lesson;
 * notes whether the prompt corrects the agent.
 */
export const handle: Handler = async (context) => {
  const { event, folders, maySpeak, now } = context;
  const index = loadHookIndex(folders);
  const { enabled } = index.settings;
  const prompt = textAt(event.raw, 'prompt');
  const correction = enabled && isCorrection({ role: 'user', text: prompt });
  if (enabled && index.hasItems) noteTurn(folders.dataFolder, { sessionId: event.sessionId, correction, now });
  const coaching = await tellCoach(context, 'user-prompt-submit', { prompt });
  if (!maySpeak) return NOTHING;
  const parts = [
    coaching,
    correction ? CORRECTION_LINE : '',
    enabled ? takeLessonNotices(folders.dataFolder) : '',
    await checkIn(context, index.settings),
  ];
  return contextOf(parts.filter((part) => part !== '').join('\n\n'));
};

async function checkIn(context: HookContext, settings: HookSettings): Promise<string> {
  const journal = journalOf(context, settings);
  if (!(await shouldCheckIn(journal, settings.checkInEvery))) return '';
  const [newest, ...others] = await openEntries(journal);
  if (newest === undefined) return '';
  await resetToolCount(journal);
  const rest = others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'is' : 'are'} open too.`;
  return [
    `Witan journal: ${settings.checkInEvery} or more tool calls have passed since ${newest.id} was last looked at. It is still open.${rest}`,
    ...describeEntry(newest),
    'resolve_ghap records how it came out, update_ghap a hypothesis that changed; otherwise nothing is due.',
  ].join('\n');
}
