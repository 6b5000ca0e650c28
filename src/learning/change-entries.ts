import type { ActiveEntry, Journal, JournalFailure, ResolvedEntry } from '../journal/index.js';
import type { Result } from '../kernel/result.js';
import { expectValue, UserError, type UserErrorType } from '../kernel/user-error.js';

/** Lets a person change entries from outside the agent's session. A change that cannot be made is a `UserError`. */
export interface EntryChanges {
  /** Gives an entry that an earlier session left open to a running one. Without an id the newest, without a session the only one. */
  adopt(id?: string, session?: string): Promise<ActiveEntry>;
  /** Closes an open entry of the caller's session, or one that an earlier session left. */
  abandon(id?: string, reason?: string): Promise<ResolvedEntry>;
  /** Archives the entries of the caller's session; those that are still open are abandoned. */
  endSession(): Promise<{ readonly sessionId: string | null; readonly entries: readonly ResolvedEntry[] }>;
  /** Deletes an entry permanently. Says where it was found. */
  delete(id: string): Promise<{ readonly journal: boolean; readonly experiences: boolean }>;
}

export interface ChangeSources {
  readonly journal: Pick<
    Journal,
    | 'getSessionId'
    | 'getLivingSessions'
    | 'getOpen'
    | 'getActiveEntries'
    | 'getOrphans'
    | 'adoptOrphan'
    | 'abandon'
    | 'abandonOrphan'
    | 'endSession'
    | 'deleteEntry'
  >;
  readonly deleteExperience: (id: string) => Promise<boolean>;
}

export function createEntryChanges({ journal, deleteExperience }: ChangeSources): EntryChanges {
  return {
    async adopt(id, session) {
      const orphans = await journal.getOrphans();
      if (!orphans.some(({ entry }) => id === undefined || entry.id === id)) throw await nothingOpen(journal, id);
      const entry = expectChange(await journal.adoptOrphan(id, session ?? (await onlySession(journal))));
      if (entry === null) throw await nothingOpen(journal, id);
      return entry;
    },

    async abandon(id, reason = BY_HAND) {
      const { entries } = await journal.getOpen();
      const isOwn = entries.some((entry) => id === undefined || entry.id === id);
      const entry = isOwn
        ? expectChange(await journal.abandon(reason, id)).entry
        : expectChange(await journal.abandonOrphan(reason, id));
      if (entry === null) throw await nothingOpen(journal, id);
      return entry;
    },

    async endSession() {
      const sessionId = await journal.getSessionId();
      return { sessionId, entries: expectChange(await journal.endSession()) };
    },

    async delete(id) {
      // The journal first, because the next start of the server would store its entries again.
      const found = { journal: expectChange(await journal.deleteEntry(id)), experiences: await deleteExperience(id) };
      if (found.journal || found.experiences) return found;
      throw new UserError('not_found', `there is no entry ${id}; \`witan journal list\` shows what there is`);
    },
  };
}

const BY_HAND = 'abandoned by hand';

/** A person has no session, so the only running session of an agent is used. */
async function onlySession(journal: ChangeSources['journal']): Promise<string> {
  const [own, living] = await Promise.all([journal.getSessionId(), journal.getLivingSessions()]);
  if (own !== null && living.includes(own)) return own;
  const [only, ...others] = living;
  if (only === undefined) {
    throw new UserError(
      'conflict',
      'no session is alive that could continue it; start Claude Code in this project and adopt it then, or close it with `witan journal abandon`',
    );
  }
  if (others.length === 0) return only;
  throw new UserError('conflict', `several sessions are alive; name one with --session: ${living.join(', ')}`);
}

async function nothingOpen(journal: ChangeSources['journal'], id: string | undefined): Promise<UserError> {
  const running = await journal.getActiveEntries();
  if (running.some((entry) => entry.id === id)) {
    return new UserError(
      'conflict',
      `${id} is open in a session that is running; it is closed there with resolve_ghap`,
    );
  }
  const orphans = (await journal.getOrphans()).map(({ entry }) => entry.id);
  const which = id === undefined ? 'no entry was left open' : `${id} is not an entry that was left open`;
  const fix = orphans.length === 0 ? '`witan journal status` shows what there is' : `there are ${orphans.join(', ')}`;
  return new UserError('not_found', `${which}; ${fix}`);
}

function expectChange<Value>(result: Result<Value, JournalFailure>): Value {
  return expectValue(result, TYPES);
}

const TYPES: Readonly<Record<JournalFailure['kind'], UserErrorType>> = {
  none_active: 'conflict',
  several_open: 'validation_error',
  not_open: 'conflict',
  too_many_open: 'conflict',
  result_missing: 'conflict',
  no_such_session: 'conflict',
  corrupted: 'conflict',
  busy: 'conflict',
  unwritable: 'internal_error',
};
