import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { StorageError } from '../../storage/index.js';
import { HEARTBEAT_MS } from './owner.js';
import type { Change } from './store/run-changes.js';
import { RunLost, type RunWriter } from './store/run-writer.js';

export interface RecordingContext {
  readonly writer: RunWriter;
  /** Called when another process has taken the run over. */
  readonly onLost: () => void;
  readonly logger: Logger;
}

/** Stores what was put, and tries again if needed. Nothing here rejects: a record never stops a deliberation. */
export interface Recording {
  /** To be awaited before a model is asked. */
  before(): Promise<void>;
  /** To be awaited after it has answered; at most a second. */
  after(): Promise<void>;
  /** The end of the run. Returns a warning if the end, or some of the run, is not stored yet. */
  finish(ending: Change): Promise<string | null>;
  /** The last attempt failed. */
  isFaulty(): boolean;
  isLost(): boolean;
}

/** Also gives a sign of life at intervals, until the end is stored. */
export function openRecording(id: string, { writer, onLost, logger }: RecordingContext): Recording {
  /** Why the last attempt failed. What waits is tried again with the next call, and with the next heartbeat. */
  let fault: string | undefined;
  /** The last attempt failed, or takes long: the next one is not awaited to its end either. */
  let isBehind = false;
  let isLost = false;
  let end: Change | undefined;

  const heartbeat = setInterval(() => void (end === undefined ? store() : finish(end)), HEARTBEAT_MS).unref();

  async function store(): Promise<void> {
    if (isLost) return;
    try {
      await writer.flush();
      [fault, isBehind] = [undefined, false];
    } catch (error) {
      noteFault(error);
    }
  }

  /** A locked file must not delay the debate: what is not stored yet stays in the queue. */
  const storeInTime = async () => {
    isBehind = !(await settleWithin({ maxMs: MAX_WAIT_MS }, store)).ok || isBehind;
  };

  /** Repeated with every heartbeat until it is stored: a finished run must not be listed as running. */
  async function finish(ending: Change): Promise<string | null> {
    end = ending;
    if (isLost) return null;
    try {
      const outcome = await writer.finish(ending);
      clearInterval(heartbeat);
      if (outcome.isWhole) return null;
      logger.log('error', 'run_not_fully_recorded', { id, reason: errorMessage(outcome.cause) });
      return `it could not be recorded in full, so it cannot be replayed: ${errorMessage(outcome.cause)}`;
    } catch (error) {
      noteFault(error);
      return isLost ? null : describeUnwrittenEnd(error);
    }
  }

  function noteFault(error: unknown): void {
    isLost ||= error instanceof RunLost;
    if (isLost || isFinal(error)) clearInterval(heartbeat);
    if (isLost) onLost();
    else {
      if (fault === undefined) logger.log('error', 'run_not_recorded', { id, reason: errorMessage(error) });
      fault = errorMessage(error);
      isBehind = true;
    }
  }

  return {
    before: () => (isBehind ? storeInTime() : store()),
    after: storeInTime,
    finish,
    isFaulty: () => fault !== undefined,
    isLost: () => isLost,
  };
}

function describeUnwrittenEnd(error: unknown): string {
  const reason = errorMessage(error);
  return isFinal(error)
    ? `its end could not be recorded: ${reason}`
    : `its end is being recorded; so far it could not be (${reason}). It is tried again as long as this program runs; should that end first, the deliberation is listed as interrupted`;
}

const MAX_WAIT_MS = 1_000;

/** Nothing is written through a file that was closed. */
function isFinal(error: unknown): boolean {
  return error instanceof StorageError && error.fault === 'closed';
}
