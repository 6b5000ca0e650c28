import { loadHookIndex } from '../../guidance/hook.js';
import { endSession } from '../../journal/hook.js';
import type { Handler } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { NOTHING } from '../protocol.js';

/** Archives what the session resolved. The next session can use what it learned at once. */
export const sessionEnd: Handler = async (context) => {
  await endSession(journalPlace(context, loadHookIndex(context.place).settings));
  return NOTHING;
};
