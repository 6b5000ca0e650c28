import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { ProcessIdentity } from '../../kernel/process-identity.js';
import type { Identity } from './find-session.js';
import type { OwnSessions } from './own-sessions.js';
import { owningProcess } from './owning-process.js';
import { createLock, type WithLock } from './with-lock.js';

/** What every operation works with. */
export interface JournalContext {
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly identity: Identity;
  readonly withLock: WithLock;
  readonly ownSessions: OwnSessions | undefined;
  /** How many sessions besides the main one are read, and how many dead ones a new session closes. */
  readonly maxSideSessions: number;
  readonly maxClosings: number;
}

export interface ContextOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lockWaitMs: number;
  readonly trusts: Identity['trusts'];
  readonly claudeSessionId?: string | undefined;
  readonly owner?: ProcessIdentity | undefined;
  readonly server?: ProcessIdentity | undefined;
  readonly ownSessions?: OwnSessions | undefined;
  readonly maxSideSessions?: number;
  /** Default: all that are looked at. */
  readonly maxClosings?: number;
}

export function createContext(options: ContextOptions): JournalContext {
  const { folder, clock, logger, lockWaitMs, trusts, claudeSessionId, server } = options;
  let { owner } = options;
  return {
    folder,
    clock,
    logger,
    maxSideSessions: options.maxSideSessions ?? MAX_SIDE_SESSIONS,
    maxClosings: options.maxClosings ?? Number.POSITIVE_INFINITY,
    withLock: createLock(folder, lockWaitMs),
    ownSessions: options.ownSessions,
    identity: {
      claudeSessionId: claudeSessionId === '' ? undefined : claudeSessionId,
      trusts,
      server,
      owningProcess: () => (owner ??= owningProcess()),
    },
  };
}

/** Sessions that ended are archived at the next start, so an ordinary journal has a few; a planted one may have thousands. */
const MAX_SIDE_SESSIONS = 200;
