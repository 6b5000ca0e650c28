import {
  CORRECTION_LINE,
  type HookSettings,
  isCorrection,
  loadHookIndex,
  noteTurn,
  takeLessonNotices,
} from '../../guidance/hook.js';
import { activeBelief, resetToolCount, shouldCheckIn } from '../../journal/hook.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Handler, HookContext } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { contextOf, NOTHING, textAt } from '../protocol.js';

/**
 * Reminds of a hypothesis that has been acted on for a while, and after a correction of the way to record a lesson;
 * notes whether the prompt corrects the agent.
 */
export const userPromptSubmit: Handler = async (context) => {
  const { event, place, maySpeak, now } = context;
  const index = loadHookIndex(place);
  const { enabled } = index.settings;
  const correction = enabled && isCorrection({ role: 'user', text: textAt(event.raw, 'prompt') });
  if (enabled && index.items.length > 0) noteTurn(place.dataFolder, { sessionId: event.sessionId, correction, now });
  if (!maySpeak) return NOTHING;
  const parts = [
    correction ? CORRECTION_LINE : '',
    enabled ? takeLessonNotices(place.dataFolder) : '',
    await checkIn(context, index.settings),
  ];
  return contextOf(parts.filter((part) => part !== '').join('\n\n'));
};

async function checkIn(context: HookContext, settings: HookSettings): Promise<string> {
  const journal = journalPlace(context, settings);
  if (!(await shouldCheckIn(journal, settings.checkInEvery))) return '';
  const belief = await activeBelief(journal);
  if (belief === null) return '';
  await resetToolCount(journal);
  return formatCheckIn(belief, settings.checkInEvery);
}

interface Belief {
  readonly id: string;
  readonly goal: string;
  readonly hypothesis: string;
  readonly prediction: string;
}

function formatCheckIn({ id, goal, hypothesis, prediction }: Belief, calls: number): string {
  const line = (name: string, text: string) => `${name}: ${cut(plainLine(text))}`;
  return [
    `Witan journal: ${calls} or more tool calls have passed since ${id} was last looked at. It is still open.`,
    line('goal', goal),
    line('hypothesis', hypothesis),
    line('prediction', prediction),
    'resolve_ghap records how it came out, update_ghap a belief that changed; if it still stands, nothing is due.',
  ].join('\n');
}

const MAX_FIELD_LENGTH = 400;

function cut(text: string): string {
  return text.length <= MAX_FIELD_LENGTH ? text : `${text.slice(0, MAX_FIELD_LENGTH - 1)}…`;
}
