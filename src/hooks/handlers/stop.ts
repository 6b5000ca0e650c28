import type { Handler } from '../protocol/handler.js';
import { NOTHING } from '../protocol/protocol.js';
import { learnFromTurns } from '../shared/learn-from-turns.js';

/** Looks for lessons in what was said since the last stop, and never says a word: that would begin another turn. */
export const handle: Handler = async (context) => {
  await learnFromTurns(context);
  return NOTHING;
};
