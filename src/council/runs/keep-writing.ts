import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../kernel/logger.js';
import { StorageError } from '../../storage/index.js';
import { HEARTBEAT_MS } from './owner.js';
import type { Change } from './store/run-changes.js';
import { RunLost, type RunWriter } from './store/run-writer.js';

export interface WritingMeans {
  readonly writer: RunWriter;
  /** Called when another process has taken the run over. */
  readonly onLost: () => void;
  readonly logger: Logger;
}

/** Stores what was put, again and again where it has to be. Nothing here rejects: a record never stops a deliberation. */
export interface Writing {
  /** To be waited for before a model is asked. */
  before(): Promise<void>;
  /** To be waited for after it has answered; at most a second. */
  after(): Promise<void>;
  /** The end of the run. A warning where it could not be stored, or not all of the run. */
  finish(ending: Change): Promise<string | null>;
  /** The last attempt failed. */
  isFaulty(): boolean;
  isLost(): boolean;
}

/** Also gives a sign of life now and then, until the end is stored. */
export function keepWriting(id: string, { writer, onLost, logger }: WritingMeans): Writing {
  /** Why the last attempt failed. What waits is tried again with the next call, and with the next heartbeat. */
  let fault: string | undefined;
  /** The last one failed, or takes long: nobody waits for the next one to its end either. */
  let isBehind = false;
  let isLost = false;
  let end: Change | undefined;

  const heartbeat = setInterval(() => void (end === undefined ? stored() : finish(end)), HEARTBEAT_MS);
  heartbeat.unref();

  async function stored(): Promise<void> {
    if (isLost) return;
    try {
      await writer.flush();
      fault = undefined;
      isBehind = false;
    } catch (error) {
      explain(error);
    }
  }

  /** Whoever has the file locked must not hold up the debate: what is not stored yet stays in the queue. */
  async function storedInTime(): Promise<void> {
    if (!(await isDoneWithin(LONGEST_WAIT_MS, stored()))) isBehind = true;
  }

  /** Tried again with every heartbeat until it stands: a run that is over must not be listed as running. */
  async function finish(ending: Change): Promise<string | null> {
    end = ending;
    if (isLost) return null;
    try {
      const isWhole = await writer.finish(ending);
      clearInterval(heartbeat);
      return isWhole ? null : `it could not be recorded in full, so it cannot be replayed: ${fault ?? 'see the log'}`;
    } catch (error) {
      explain(error);
      return isLost ? null : `it could not be recorded, so it cannot be continued or replayed: ${fault}`;
    }
  }

  function explain(error: unknown): void {
    isLost ||= error instanceof RunLost;
    if (isLost) onLost();
    else {
      const reason = error instanceof Error ? error.message : String(error);
      if (fault === undefined) logger.log('error', 'run_not_recorded', { id, reason });
      fault = reason;
      isBehind = true;
    }
    const isClosed = error instanceof StorageError && error.fault === 'closed';
    if (isLost || isClosed) clearInterval(heartbeat);
  }

  return {
    before: () => (isBehind ? storedInTime() : stored()),
    after: storedInTime,
    finish,
    isFaulty: () => fault !== undefined,
    isLost: () => isLost,
  };
}

const LONGEST_WAIT_MS = 1_000;

/** Waits for it, but not longer than that; it goes on by itself. */
async function isDoneWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const isOver = new AbortController();
  const late = delay(ms, false, { signal: isOver.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), late]);
  isOver.abort();
  return isDone;
}
