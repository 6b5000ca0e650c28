import { existsSync } from 'node:fs';
import { findLessonCandidates, loadHookIndex, readNewTurns, rememberTurns } from '../../guidance/hook.js';
import type { Handler } from '../handler.js';
import { NOTHING, textAt } from '../protocol.js';

/** Looks for lessons in what was said since the last stop, and never says a word: that would begin another turn. */
export const stop: Handler = async ({ event, place, now, lockWaitMs, loadLessons, allowMoreTime }) => {
  const { sessionId, transcriptPath, raw } = event;
  if (sessionId === '' || !loadHookIndex(place).settings.enabled) return NOTHING;
  const lastAssistantMessage = textAt(raw, 'last_assistant_message');
  const said = readNewTurns(place.dataFolder, { sessionId, transcriptPath, lastAssistantMessage });
  if (!findLessonCandidates(said.turns)) {
    // A project that uses nothing of this gets no folder for it: its turns are looked at again the next time.
    if (existsSync(place.dataFolder)) rememberTurns(place.dataFolder, said, now);
    return NOTHING;
  }
  allowMoreTime();
  const { learnLessons } = await loadLessons();
  if (rememberTurns(place.dataFolder, said, now)) {
    await learnLessons({ place, turns: said.turns, sessionId, now, lockWaitMs });
  }
  return NOTHING;
};
