import type { ModelAnswer, ModelFailure, Usage } from '../../../models/index.js';
import type { DeliberationResult } from '../../result.js';
import type { Owner } from '../owner.js';
import { type CallPlace, keyOfPlace } from '../run.js';
import type { Sitting } from '../sitting.js';

/** interrupted: killed, cancelled or lost with its machine; can be continued. finished: also when a cap ended it. */
export type RunStatus = 'running' | 'interrupted' | 'finished' | 'failed';

/** asked: no end is known. late: ended from outside, and answered all the same. interrupted: ended from outside. */
export type CallState = 'asked' | 'answered' | 'failed' | 'late' | 'interrupted';

export interface RecordedCall extends CallPlace {
  /** From 1; a call that was under way when the deliberation was interrupted is made again. */
  readonly attempt: number;
  readonly promptHash: string;
  readonly prompt: string;
  readonly state: CallState;
  /** Null for a call that was ended before it was made. */
  readonly askedAt: string | null;
  readonly durationMs: number | null;
  readonly answer: string | null;
  readonly failure: ModelFailure | null;
  readonly usage: Usage;
  /** The answer came after the call was ended. */
  readonly isLate: boolean;
}

export interface RunRecord {
  readonly sitting: Sitting;
  readonly status: RunStatus;
  readonly version: string;
  readonly updatedAt: string;
  readonly owner: Owner | null;
  /** How long it was at work so far, over all attempts. */
  readonly activeMs: number;
  /** Why the debate ended before its time; null where it did not. */
  readonly endedBy: string | null;
  readonly result: DeliberationResult | null;
  /** In the order of asking. */
  readonly calls: readonly RecordedCall[];
  /** Values are JSON. */
  readonly facts: ReadonlyMap<string, string>;
}

/** The last attempt at each call. */
export function latestCalls(calls: readonly RecordedCall[]): Map<string, RecordedCall> {
  const latest = new Map<string, RecordedCall>();
  for (const call of calls) {
    const key = keyOfPlace(call);
    if ((latest.get(key)?.attempt ?? 0) < call.attempt) latest.set(key, call);
  }
  return latest;
}

/** Calls that were made and whose end nobody saw, so that they were made again. */
export function repeatedCalls(calls: readonly RecordedCall[]): RecordedCall[] {
  const latest = latestCalls(calls);
  return calls.filter((call) => call.askedAt !== null && latest.get(keyOfPlace(call)) !== call);
}

/** What a call came to for good; undefined where it must be made again. */
export function answerToKeep({ state, answer, failure, usage }: RecordedCall): ModelAnswer | undefined {
  if ((state === 'answered' || state === 'late') && answer !== null)
    return { ok: true, value: { text: answer, usage } };
  if (state === 'failed' && failure !== null) return { ok: false, error: { failure, usage } };
  return undefined;
}

/** What a call came to as the debate saw it, also where it was ended from outside. */
export function answerAsSeen({ state, answer, failure, usage }: RecordedCall): ModelAnswer | undefined {
  if (state === 'answered' && answer !== null) return { ok: true, value: { text: answer, usage } };
  return failure === null ? undefined : { ok: false, error: { failure, usage } };
}
