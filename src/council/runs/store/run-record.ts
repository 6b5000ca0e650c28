import type { ModelAnswer, ModelFailure, Usage } from '../../../models/index.js';
import type { DeliberationResult } from '../../contract/result.js';
import { type CallKey, callKey } from '../../record/run.js';
import type { Owner } from '../owner.js';
import type { DeliberationSetup } from '../setup.js';

/** interrupted: killed, cancelled or lost with its machine; can be continued. finished: also when a cap ended it. */
export type RunStatus = 'running' | 'interrupted' | 'finished' | 'failed';

/** asked: no end is known. late: ended from outside, but answered. interrupted: ended from outside. */
export type CallState = 'asked' | 'answered' | 'failed' | 'late' | 'interrupted';

export interface RecordedCall extends CallKey {
  /** From 1; a call that was in flight when the deliberation was interrupted is made again. */
  readonly attempt: number;
  /** The prompt itself is read apart. */
  readonly promptHash: string;
  readonly state: CallState;
  /** Null for a call that was ended before it was made. */
  readonly askedAt: string | null;
  readonly durationMs: number | null;
  readonly answer: string | null;
  readonly failure: ModelFailure | null;
  /** As the debate counted it. */
  readonly usage: Usage;
  /** The answer came after the call was ended. */
  readonly isLate: boolean;
  /** Usage that was reported after the call was ended; null without any. */
  readonly lateUsage: Usage | null;
}

export interface RunRecord {
  readonly setup: DeliberationSetup;
  readonly status: RunStatus;
  readonly version: string;
  readonly updatedAt: string;
  readonly owner: Owner | null;
  /** How long it was at work so far, over all attempts. */
  readonly activeMs: number;
  /** Why the debate ended before its time; null where it did not. */
  readonly endedBy: string | null;
  readonly result: DeliberationResult | null;
  /** False where calls or facts could not be written: it can be neither continued nor replayed faithfully. */
  readonly isWhole: boolean;
  /** In the order of asking. */
  readonly calls: readonly RecordedCall[];
  /** Values are JSON. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Of each call the attempt that counts: the last, unless only an earlier one has ended. */
export function latestCalls(calls: readonly RecordedCall[]): Map<string, RecordedCall> {
  const latest = new Map<string, RecordedCall>();
  for (const call of calls) {
    const key = callKey(call);
    const earlier = latest.get(key);
    if (earlier === undefined || !standsBefore(earlier, call)) latest.set(key, call);
  }
  return latest;
}

/** A late answer to an earlier attempt is used, unless the debate has got another answer or a failure since then. */
function standsBefore(earlier: RecordedCall, later: RecordedCall): boolean {
  if (earlier.state === 'answered') return later.state !== 'answered';
  return earlier.state === 'late' && (later.state === 'asked' || later.state === 'interrupted');
}

/** Calls that were made for nothing: another attempt at them is the one that counts. */
export function repeatedCalls(calls: readonly RecordedCall[]): RecordedCall[] {
  const latest = latestCalls(calls);
  return calls.filter((call) => call.askedAt !== null && latest.get(callKey(call)) !== call);
}

/** The final result of a call; undefined if it must be made again. */
export function answerToKeep(call: RecordedCall): ModelAnswer | undefined {
  const { state, answer } = call;
  if (state === 'late' && answer !== null) return { ok: true, value: { text: answer, usage: usedBy(call) } };
  return state === 'answered' || state === 'failed' ? answerAsSeen(call) : undefined;
}

/** The usage of a call, as known by now. */
export function usedBy({ usage, lateUsage }: Pick<RecordedCall, 'usage' | 'lateUsage'>): Usage {
  return lateUsage ?? usage;
}

/** The result of a call as the debate saw it, also if it was aborted. */
export function answerAsSeen({ state, answer, failure, usage }: RecordedCall): ModelAnswer | undefined {
  if (state === 'answered' && answer !== null) return { ok: true, value: { text: answer, usage } };
  return failure === null ? undefined : { ok: false, error: { failure, usage } };
}
