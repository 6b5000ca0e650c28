import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../kernel/logger.js';
import { StorageError } from '../../storage/index.js';
import { HEARTBEAT_MS } from './owner.js';
import type { Change } from './store/run-changes.js';
import { RunLost, type RunWriter } from './store/run-writer.js';

export interface WritingContext {
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
  /** The end of the run. What is true of the record at this moment, where the end is not stored, or not all of the run. */
  finish(ending: Change): Promise<string | null>;
  /** The last attempt failed. */
  isFaulty(): boolean;
  isLost(): boolean;
}

/** Also gives a sign of life now and then, until the end is stored. */
export function keepWriting(id: string, { writer, onLost, logger }: WritingContext): Writing {
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
      const outcome = await writer.finish(ending);
      clearInterval(heartbeat);
      if (outcome.isWhole) return null;
      const reason = reasonOf(outcome.cause);
      logger.log('error', 'run_not_fully_recorded', { id, reason });
      return `it could not be recorded in full, so it cannot be replayed: ${reason}`;
    } catch (error) {
      explain(error);
      if (isLost) return null;
      return isFinal(error)
        ? `its end could not be recorded: ${fault}`
        : `its end is being recorded; so far it could not be (${fault}). It is tried again as long as this program runs; should that end first, the deliberation is listed as interrupted`;
    }
  }

  function explain(error: unknown): void {
    isLost ||= error instanceof RunLost;
    if (isLost) onLost();
    else {
      const reason = reasonOf(error);
      if (fault === undefined) logger.log('error', 'run_not_recorded', { id, reason });
      fault = reason;
      isBehind = true;
    }
    if (isLost || isFinal(error)) clearInterval(heartbeat);
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

/** Nothing is ever written through a file that was closed, or is not the one that was opened. */
function isFinal(error: unknown): boolean {
  return error instanceof StorageError && (error.fault === 'closed' || error.fault === 'replaced');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Waits for it, but not longer than that; it goes on by itself. */
async function isDoneWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const isOver = new AbortController();
  const late = delay(ms, false, { signal: isOver.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), late]);
  isOver.abort();
  return isDone;
}
