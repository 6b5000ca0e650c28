import { systemClock } from '../kernel/clock.js';
import { silentLogger } from '../kernel/logger.js';
import { success } from '../kernel/result.js';
import type { ActiveEntry } from './entry/entry.js';
import { type CapturedOutcome, recordOutcome } from './operations/captured-outcomes.js';
import { createOrphans } from './operations/orphans.js';
import { ownState, readOpen } from './operations/reading.js';
import { CHECK_IN_EVERY, createToolCounting } from './operations/tool-counting.js';
import { isSecondFailure } from './outcomes/failed-tests.js';
import { readToolEvent } from './outcomes/read-tool-event.js';
import { createContext, type JournalContext } from './sessions/context.js';
import { endSession as end } from './sessions/end-session.js';
import { openOwnSessions } from './sessions/own-sessions.js';
import { ensureSession, openSession } from './sessions/start-session.js';

/**
 * The journal for hook processes: built-ins only, a short wait, and never an exception. A hook that fails may block
 * the person's work, and no note in a journal is worth that.
 */
export interface HookJournal {
  /** The journal's folder. */
  readonly folder: string;
  /** `session_id` of the hook's input. */
  readonly claudeSessionId?: string | undefined;
  /** Where the user's own sessions are listed, if it exists. */
  readonly dataFolder?: string;
  /** The time to wait for other processes. */
  readonly lockWaitMs?: number;
}

/** The journal's session for this one of Claude Code, begun if need be. */
export function noteSessionSeen(journal: HookJournal): Promise<string | undefined> {
  return quietly(undefined, async () => {
    const context = toContext(journal);
    const seen = await context.withLock(async () => success((await ensureSession(context)).sessionId));
    return seen.ok ? seen.value : undefined;
  });
}

/** The new count; 0 if it could not be counted. The same call is counted once. */
export function incrementToolCount(journal: HookJournal, toolUseId?: string): Promise<number> {
  return quietly(0, async () => {
    const counted = await createToolCounting(toContext(journal)).incrementToolCount(toolUseId);
    return counted.ok ? counted.value : 0;
  });
}

export function shouldCheckIn(journal: HookJournal, frequency: number = CHECK_IN_EVERY): Promise<boolean> {
  return quietly(false, () => createToolCounting(toContext(journal)).shouldCheckIn(frequency));
}

/** The open entries of the session, the newest first. */
export function openEntries(journal: HookJournal): Promise<readonly ActiveEntry[]> {
  return quietly([], async () => (await readOpen(toContext(journal))).entries);
}

/** Lists what earlier sessions of this user left open, the newest first. */
export function orphans(journal: HookJournal): Promise<readonly ActiveEntry[]> {
  return quietly([], async () => {
    const context = toContext(journal);
    const found = await createOrphans(context).getOrphans();
    const own = context.ownSessions?.read();
    return found.filter(({ sessionId }) => own?.has(sessionId)).map(({ entry }) => entry);
  });
}

export function resetToolCount(journal: HookJournal): Promise<void> {
  return quietly(undefined, async () => {
    await createToolCounting(toContext(journal)).resetToolCount();
  });
}

/** Reads the input of a PostToolUse or PostToolUseFailure hook and notes a test or build that ended with it. */
export function captureOutcome(journal: HookJournal, event: unknown): Promise<CapturedOutcome | undefined> {
  return quietly(undefined, async () => {
    const run = readToolEvent(event);
    if (run === undefined) return undefined;
    const context = toContext(journal);
    // Most tests run while no entry is open: no lock for those.
    if ((await readOpen(context)).entries.length === 0) return undefined;
    const recorded = await context.withLock(async () => {
      const { files, sessionId } = ownState(context) ?? {};
      if (files === undefined || sessionId === undefined) return success(undefined);
      return success(await recordOutcome({ files, sessionId }, run, context.clock.now()));
    });
    return recorded.ok ? recorded.value : undefined;
  });
}

/** The test or build that a PostToolUse or PostToolUseFailure hook reports; undefined for any other call. */
export function readOutcome(event: unknown): Pick<CapturedOutcome, 'kind' | 'command' | 'passed'> | undefined {
  try {
    return readToolEvent(event);
  } catch {
    return undefined;
  }
}

/** The name of a test that has just failed for the second time while no hypothesis is open; once per test and session. */
export function noteFailedTest(journal: HookJournal, event: unknown): Promise<string | undefined> {
  return quietly(undefined, async () => {
    const run = readToolEvent(event);
    if (run?.kind !== 'test') return undefined;
    const context = toContext(journal);
    if ((await readOpen(context)).entries.length > 0) return undefined;
    const noted = await context.withLock(async () => {
      const { files } = await openSession(context);
      return success(isSecondFailure(files, run));
    });
    return noted.ok && noted.value ? run.command : undefined;
  });
}

/** Leaves open entries as orphans, for the same session if it is resumed or for another that adopts them. How many were resolved. */
export function endSession(journal: HookJournal): Promise<number> {
  return quietly(0, async () => {
    const context = toContext(journal);
    const ended = await context.withLock(async () => success((await end(context, 'suspended')).length));
    return ended.ok ? ended.value : 0;
  });
}

const LOCK_WAIT_MS = 500;
/** More sessions are not alive in one project; what is left of dead ones, the next server takes up. */
const MAX_SIDE_SESSIONS = 64;
const MAX_CLOSINGS = 8;

function toContext({ folder, claudeSessionId, dataFolder, lockWaitMs = LOCK_WAIT_MS }: HookJournal): JournalContext {
  return createContext({
    folder,
    claudeSessionId,
    lockWaitMs,
    clock: systemClock,
    logger: silentLogger,
    trusts: 'claude_session',
    ownSessions: openOwnSessions({ find: () => dataFolder }),
    maxSideSessions: MAX_SIDE_SESSIONS,
    maxClosings: MAX_CLOSINGS,
  });
}

async function quietly<Value>(fallback: Value, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch {
    return fallback;
  }
}
