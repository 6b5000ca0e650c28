import { loadHookIndex, noteTurn } from '../../guidance/hook.js';
import { activeBelief, resetToolCount, shouldCheckIn } from '../../journal/hook.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { Handler } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { contextOf, NOTHING, textAt } from '../protocol.js';

/** Reminds of a belief that has been acted on for a while; notes whether the prompt corrects the agent. */
export const userPromptSubmit: Handler = async (context) => {
  const { event, place, maySpeak, now } = context;
  const index = loadHookIndex(place);
  if (index.settings.enabled && index.items.length > 0) {
    noteTurn(place.dataFolder, { sessionId: event.sessionId, prompt: textAt(event.raw, 'prompt'), now });
  }
  const journal = journalPlace(context, index.settings);
  if (!maySpeak || !(await shouldCheckIn(journal, index.settings.checkInEvery))) return NOTHING;
  const belief = await activeBelief(journal);
  if (belief === null) return NOTHING;
  await resetToolCount(journal);
  return contextOf(checkIn(belief, index.settings.checkInEvery));
};

interface Belief {
  readonly id: string;
  readonly goal: string;
  readonly hypothesis: string;
  readonly prediction: string;
}

function checkIn({ id, goal, hypothesis, prediction }: Belief, calls: number): string {
  const line = (name: string, text: string) => `${name}: ${cut(plainLine(text))}`;
  return [
    `Witan journal: ${calls} or more tool calls have passed since ${id} was last looked at. It is still open.`,
    line('goal', goal),
    line('hypothesis', hypothesis),
    line('prediction', prediction),
    'resolve_ghap records how it came out, update_ghap a belief that changed; if it still stands, nothing is due.',
  ].join('\n');
}

const LONGEST_FIELD = 400;

function cut(text: string): string {
  return text.length <= LONGEST_FIELD ? text : `${text.slice(0, LONGEST_FIELD - 1)}…`;
}
