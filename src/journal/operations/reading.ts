import { success } from '../../kernel/result.js';
import type { ActiveEntry } from '../entry/entry.js';
import { readEntries } from '../files/entry-lines.js';
import { type OpenEntries, readOpenEntries } from '../files/open-entries.js';
import type { JournalContext } from '../sessions/context.js';
import { findSession, isAlive, readMainSession, readSessions, type SessionState } from '../sessions/find-session.js';
import { everyResolvedEntry } from './every-resolved-entry.js';
import type { Journal } from './journal.js';
import { ownOpenEntries, putDamagedAside } from './open-entry.js';

type Reading = Pick<
  Journal,
  | 'getCurrent'
  | 'getOpen'
  | 'getSessionEntries'
  | 'getActiveEntries'
  | 'getAllResolved'
  | 'getSessionId'
  | 'getLivingSessions'
>;

export function createReading(context: JournalContext): Reading {
  const { folder } = context;
  return {
    getCurrent: async () => (await readOpen(context)).entries[0] ?? null,
    getOpen: () => readOpen(context),
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
      const own = (await readOpen(context)).entries;
      const ids = new Set(own.map(({ id }) => id));
      const others = readSessions(context)
        .filter(isAlive)
        .flatMap((state) => getOpenEntries(state));
      return [...own, ...others.filter(({ id }) => !ids.has(id))];
    },
  };
}

export function ownState(context: JournalContext): SessionState | undefined {
  return findSession(context, context.identity);
}

/** The open entries of the caller's session. A file that cannot be read is moved aside. */
export async function readOpen(context: JournalContext): ReturnType<Journal['getOpen']> {
  const own = findSession(context, context.identity);
  const main = own ?? readMainSession(context.folder);
  const state = own ?? (isAlive(main) ? undefined : main);
  if (state === undefined) return { entries: [] };
  const open = readOpenEntries(state.files);
  const backup = open.damaged.length > 0 ? await recover(context, state) : undefined;
  return { entries: own === undefined ? [] : getOpenEntries(own, open), ...(backup !== undefined && { backup }) };
}

async function recover(context: JournalContext, { files }: SessionState): Promise<string | undefined> {
  const recovered = await context.withLock(async () =>
    success(putDamagedAside(context, files, readOpenEntries(files))[0]),
  );
  if (recovered.ok) return recovered.value;
  context.logger.log('warn', 'journal.recovery_failed', { reason: recovered.error.message });
  return undefined;
}

function getOpenEntries({ files, sessionId }: SessionState, open?: OpenEntries): ActiveEntry[] {
  return sessionId === undefined ? [] : ownOpenEntries({ files, sessionId }, open).map(({ entry }) => entry);
}
