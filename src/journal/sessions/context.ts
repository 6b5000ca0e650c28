import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { identifyProcess, type ProcessIdentity, processInfo } from '../../kernel/process-identity.js';
import { failure, type Result } from '../../kernel/result.js';
import { withFileLock } from '../../storage/own-files/file-lock.js';
import { makeIgnoredFolder } from '../../storage/own-files/own-folder.js';
import { restrictDataFolder } from '../../storage/own-files/restrict-own-file.js';
import { type JournalFailure, toWriteFailure } from '../files/failure.js';
import type { Identity } from './find-session.js';
import type { OwnSessions } from './own-sessions.js';

/** Shared by all operations. */
export interface JournalContext {
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly identity: Identity;
  readonly withLock: WithLock;
  readonly ownSessions: OwnSessions | undefined;
  /** Limits how many sessions besides the main one are read, and how many dead ones a new session closes. */
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

/**
 * The process whose life is the session's life: the Claude Code that started this hook or server, possibly through a
 * shell or npx. It is the nearest ancestor that is not a launcher.
 */
function owningProcess(): ProcessIdentity {
  return identifyProcess(nearestOwner(process.ppid) ?? process.pid);
}

function nearestOwner(parent: number): number | undefined {
  let pid = parent;
  for (let generation = 0; generation < MAX_GENERATIONS && pid > 0; generation++) {
    const info = processInfo(pid);
    if (info === undefined) return process.platform === 'win32' ? pid : undefined;
    // The first process inherits orphans and never ends, unless it is Claude Code itself, in a container of its own.
    if (pid === FIRST_PROCESS) return /^(?:claude|node)$/.test(info.name) ? pid : undefined;
    if (!LAUNCHERS.test(info.name)) return pid;
    pid = info.parent;
  }
  return undefined;
}

/** Programs that only start another one: they die, or are shared, while the session they started continues. */
const LAUNCHERS = /^-?(?:sh|bash|dash|zsh|fish|ksh|ash|busybox|env|timeout|npm|npx|npm (?:exec|run|start)\b.*)$/;
const FIRST_PROCESS = 1;
const MAX_GENERATIONS = 12;

/** Runs one change at a time: first within this process, in the order of the calls, then among all processes. */
type WithLock = <Value>(change: () => Promise<Result<Value, JournalFailure>>) => Promise<Result<Value, JournalFailure>>;

function createLock(folder: string, waitMs: number): WithLock {
  const inTurn = oneAtATime();
  return (change) =>
    inTurn(async () => {
      try {
        makeIgnoredFolder(folder);
        restrictDataFolder(folder);
        const locked = await withFileLock(join(folder, '.lock'), waitMs, change);
        return 'value' in locked ? locked.value : failure(busy(locked.heldBy, waitMs));
      } catch (error) {
        const unwritable = toWriteFailure(error, folder);
        if (unwritable === undefined) throw error;
        return failure(unwritable);
      }
    });
}

function busy(holder: ProcessIdentity | undefined, waitedMs: number): JournalFailure {
  const who = holder === undefined ? 'another process' : `process ${holder.pid}`;
  return {
    kind: 'busy',
    ...(holder !== undefined && { pid: holder.pid }),
    message: `The journal is in use by ${who} and was not free within ${waitedMs} ms; nothing was changed, try again.`,
  };
}
