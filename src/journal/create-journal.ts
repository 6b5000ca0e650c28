import { type Clock, systemClock } from '../kernel/clock.js';
import { type Logger, silentLogger } from '../kernel/logger.js';
import type { ProcessIdentity } from '../kernel/process-identity.js';
import { success } from '../kernel/result.js';
import { createDeletion } from './operations/delete-entry.js';
import type { Journal } from './operations/journal.js';
import { createLifecycle } from './operations/lifecycle.js';
import { abandonOldOrphans, createOrphans } from './operations/orphans.js';
import { withOwnEntries } from './operations/own-entries.js';
import { createReading } from './operations/reading.js';
import { createSavedEntries } from './operations/saved-entries.js';
import { createToolCounting } from './operations/tool-counting.js';
import { createContext, type JournalContext } from './sessions/context.js';
import { endSession, leaveSession } from './sessions/end-session.js';
import { openOwnSessions, type SessionMemory } from './sessions/own-sessions.js';
import { ensureSession, type OpenSession, startSession } from './sessions/start-session.js';

export interface JournalOptions {
  /** Made with the first change, if it is missing. */
  readonly folder: string;
  /** Claude Code's id of the session (CLAUDE_CODE_SESSION_ID); other clients have none. */
  readonly claudeSessionId?: string | undefined;
  /** The process that the session lives as long as; found among the ancestors of this process if not given. */
  readonly owner?: ProcessIdentity | undefined;
  /** Given by a program that serves one session for all its life: another such program has a session of its own. */
  readonly server?: ProcessIdentity | undefined;
  /** Where the user's own sessions are listed. Without it nothing counts as having come with the project. */
  readonly memory?: SessionMemory | undefined;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** The time that a change waits for other processes. */
  readonly lockWaitMs?: number;
}

const LOCK_WAIT_MS = 5_000;

export function createJournal(options: JournalOptions): Journal {
  const { clock = systemClock, logger = silentLogger, lockWaitMs = LOCK_WAIT_MS, memory } = options;
  const ownSessions = memory === undefined ? undefined : openOwnSessions(memory);
  const context = createContext({ ...options, ownSessions, clock, logger, lockWaitMs, trusts: 'process' });
  const { withLock } = context;
  const begin = (open: (context: JournalContext) => Promise<OpenSession>) =>
    withLock(async () => {
      const { sessionId } = await open(context);
      await abandonOldOrphans(context);
      return success(sessionId);
    });
  const journal: Journal = {
    ...createLifecycle(context),
    ...createReading(context),
    ...createOrphans(context),
    ...createToolCounting(context),
    ...createSavedEntries(context),
    ...createDeletion(context),
    startSession: () => begin(startSession),
    ensureSession: () => begin(ensureSession),
    endSession: () => withLock(async () => success(await endSession(context, 'ended'))),
    leaveSession: () => withLock(async () => success(await leaveSession(context))),
    foreignEntries: async () => undefined,
  };
  return ownSessions === undefined ? journal : withOwnEntries(journal, ownSessions);
}

/** Lists every session of a journal that is this user's. */
export async function claimSessions(folder: string, memory: SessionMemory): Promise<void> {
  const journal = createJournal({ folder });
  const orphans = (await journal.getOrphans()).map(({ entry }) => entry);
  const entries = [...(await journal.getAllResolved()), ...(await journal.getActiveEntries()), ...orphans];
  const ids = entries.map((entry) => entry.session_id);
  openOwnSessions(memory).add([...new Set(ids)]);
}
