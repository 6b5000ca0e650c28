import { loadHookIndex, renderSessionStart } from '../../guidance/hook.js';
import { noteSessionSeen } from '../../journal/hook.js';
import type { Handler } from '../handler.js';
import { journalPlace } from '../journal-place.js';
import { contextOf, NOTHING } from '../protocol.js';

/** The session begins in the journal, and knows the CRITICAL items from its start. */
export const sessionStart: Handler = async (context) => {
  const index = loadHookIndex(context.place);
  await noteSessionSeen(journalPlace(context, index.settings));
  return context.maySpeak ? contextOf(renderSessionStart(index, context.now)) : NOTHING;
};
