import { loadHookIndex } from '../../guidance/hook.js';
import { endSession } from '../../journal/hook.js';
import { tellCoach } from '../coach/tell-coach.js';
import type { Handler } from '../protocol/handler.js';
import { NOTHING } from '../protocol/protocol.js';
import { journalOf } from '../shared/hook-journal.js';
import { learnFromTurns } from '../shared/learn-from-turns.js';

/**
 * Archives what the session resolved and leaves what is open as orphans. The transcript may have lacked
 * the last turns at the last stop, and no other stop will come: they are read now. Neither waits for the other.
 */
export const handle: Handler = async (context) => {
  const journal = journalOf(context, loadHookIndex(context.folders).settings);
  await Promise.allSettled([learnFromTurns(context), endSession(journal), tellCoach(context, 'session-end')]);
  return NOTHING;
};
