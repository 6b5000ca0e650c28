import type { Handler } from '../handler.js';
import { learnFromTurns } from '../learn-from-turns.js';
import { NOTHING } from '../protocol.js';

/** Looks for lessons in what was said since the last stop, and never says a word: that would begin another turn. */
export const stop: Handler = async (context) => {
  await learnFromTurns(context);
  return NOTHING;
};
