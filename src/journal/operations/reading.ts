import { success } from '../../kernel/result.js';
import type { JournalContext } from '../context.js';
import type { ActiveEntry } from '../entry/entry.js';
import { readSlot } from '../files/current-entry.js';
import { readEntries } from '../files/entry-lines.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Journal } from '../journal.js';
import { findSession, isAlive, readMainSession, readSessions, type SessionState } from '../sessions/find-session.js';
import { putAside } from './active-entry.js';
import { everyResolvedEntry } from './every-resolved-entry.js';

type Reading = Pick<
  Journal,
  | 'getCurrent'
  | 'getActive'
  | 'getSessionEntries'
  | 'getActiveEntries'
  | 'getAllResolved'
  | 'getSessionId'
  | 'getLivingSessions'
>;

export function readingOf(context: JournalContext): Reading {
  const { folder } = context;
  return {
    getCurrent: () => readCurrent(context),
    getActive: () => readActive(context),
    getSessionId: async () => ownState(context)?.sessionId ?? null,
    getLivingSessions: async () =>
      readSessions(context).flatMap((state) =>
        state.sessionId !== undefined && isAlive(state) ? [state.sessionId] : [],
      ),
    getAllResolved: () => everyResolvedEntry(folder),

    async getSessionEntries() {
      const state = ownState(context);
      return state === undefined ? [] : readEntries(state.files.entries);
    },

    async getActiveEntries() {
      const own = await readCurrent(context);
      const others: ActiveEntry[] = [];
      for (const state of readSessions(context)) {
        const entry = activeOn(state);
        if (entry !== undefined && entry.id !== own?.id && isAlive(state)) others.push(entry);
      }
      return own === null ? others : [own, ...others];
    },
  };
}

export function ownState(context: JournalContext): SessionState | undefined {
  return findSession(context, context.identity);
}

/** The active entry of the caller's session. A file that cannot be read is put aside, and none is active. */
export async function readCurrent(context: JournalContext): Promise<ActiveEntry | null> {
  return (await readActive(context)).entry;
}

async function readActive(context: JournalContext): ReturnType<Journal['getActive']> {
  const own = findSession(context, context.identity);
  const top = own ?? readMainSession(context.folder);
  const state = own ?? (isAlive(top) ? undefined : top);
  if (state === undefined) return { entry: null };
  const backup = readSlot(state.files).kind === 'corrupted' ? await recover(context, state.files) : undefined;
  const entry = (own && activeOn(own)) ?? null;
  return { entry, ...(backup !== undefined && { backup }) };
}

async function recover(context: JournalContext, files: SessionFiles): Promise<string | undefined> {
  const recovered = await context.withLock(async () => {
    // Read again: whoever held the lock may have put it right.
    return success(readSlot(files).kind === 'corrupted' ? await putAside(context, files) : undefined);
  });
  if (recovered.ok) return recovered.value;
  context.logger.log('warn', 'journal.recovery_failed', { reason: recovered.error.message });
  return undefined;
}

function activeOn({ files, sessionId }: SessionState): ActiveEntry | undefined {
  const slot = readSlot(files);
  return slot.kind === 'entry' && slot.entry.session_id === sessionId ? slot.entry : undefined;
}
