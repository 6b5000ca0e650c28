import { loadHookIndex } from '../../guidance/hook.js';
import { endSession } from '../../journal/hook.js';
import type { Handler } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { learnFromTurns } from '../learn-from-turns.js';
import { NOTHING } from '../protocol.js';

/**
 * Archives what the session resolved and leaves what is open as orphans. The transcript may have lacked
 * the last turns at the last stop, and no other stop will come: they are read now. Neither waits for the other.
 */
export const sessionEnd: Handler = async (context) => {
  const journal = journalPlace(context, loadHookIndex(context.place).settings);
  await Promise.allSettled([learnFromTurns(context), endSession(journal)]);
  return NOTHING;
};
