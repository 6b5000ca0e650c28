import { existsSync } from 'node:fs';
import {
  findLessonCandidates,
  hasWaitingLessons,
  loadHookIndex,
  readNewTurns,
  rememberTurns,
} from '../../guidance/hook.js';
import type { Handler } from '../handler.js';
import { NOTHING, textAt } from '../protocol.js';

/** Looks for lessons in what was said since the last stop, and never says a word: that would begin another turn. */
export const stop: Handler = async ({ event, place, now, lockWaitMs, loadLessons, allowMoreTime }) => {
  const { sessionId, transcriptPath, raw } = event;
  const { dataFolder } = place;
  if (sessionId === '' || !loadHookIndex(place).settings.enabled) return NOTHING;
  const lastAssistantMessage = textAt(raw, 'last_assistant_message');
  const said = readNewTurns(dataFolder, { sessionId, transcriptPath, lastAssistantMessage });
  const remember = () => void rememberTurns(dataFolder, said, now);
  const teaches = findLessonCandidates(said.turns);
  // A project that uses nothing of this gets no folder for it: its turns are looked at again the next time.
  if (!teaches && existsSync(dataFolder)) remember();
  if (!teaches && !hasWaitingLessons(dataFolder)) return NOTHING;
  allowMoreTime();
  const { learnLessons } = await loadLessons();
  // Not before the lessons are kept: turns that count as read are never looked at again.
  const learning = teaches ? { turns: said.turns, onKept: remember } : { turns: [] };
  await learnLessons({ place, sessionId, now, lockWaitMs, ...learning });
  return NOTHING;
};
