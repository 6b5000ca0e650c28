import type { JournalContext } from '../context.js';
import type { ResolvedEntry } from '../entry/entry.js';
import { closeSession } from './close-session.js';
import { findSession, isAlive } from './find-session.js';

/** Runs while the journal is locked. A session that was ended already, or never began, has no entries. */
export async function endSession(context: JournalContext): Promise<ResolvedEntry[]> {
  const state = findSession(context, context.identity);
  if (state?.sessionId === undefined) return [];
  const entries = await closeSession(context, state, 'ended');
  context.logger.log('info', 'journal.session_ended', { session: state.sessionId, entries: entries.length });
  return entries;
}

/** A server also stops when a person reconnects it: a session with hooks goes on then, and they tell when it is over. */
export async function leaveSession(context: JournalContext): Promise<ResolvedEntry[]> {
  const state = findSession(context, context.identity);
  const goesOn = state?.owner?.has_hooks === true && isAlive(state);
  return goesOn ? [] : endSession(context);
}
