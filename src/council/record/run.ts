import type { ModelAnswer, Usage } from '../../models/index.js';
import type { DeliberationResult } from '../contract/result.js';
import type { EvidenceSettings } from '../contract/settings.js';
import { RECORD, type RecordKey } from './record-keys.js';

/**
 * Records what cannot be computed again: the time, what tools and models answered, what the memory returned. A value is
 * made once; afterwards the recorded one is returned, so that the same engine gets the same result.
 */
export interface Recorder {
  /** For values that are available immediately. They must survive JSON. */
  recordSync<Value>(key: RecordKey, make: () => Value): Value;
  /**
   * A replay makes nothing: it uses `absent` for a value that was never recorded. Without `absent` the record counts as
   * incomplete and cannot be replayed.
   */
  record<Value>(key: RecordKey, make: () => Promise<Value>, absent?: Value): Promise<Value>;
}

/** Identifies a call of a deliberation: each is answered at most once. */
export interface CallKey {
  readonly phase: 'turn' | 'summary';
  readonly round: number;
  readonly participant: string;
  /** From 1 within the turn, or within the summary. */
  readonly call: number;
}

/** Asks a model; `onLate` takes an answer that arrives after the call was ended. */
export type AskModel = (onLate: (answer: ModelAnswer) => void) => Promise<ModelAnswer>;

/** The effects of interruptions, for the ledger and the integrity of the result. */
interface Interruptions {
  /** Calls without an answer when the deliberation was interrupted, which were made again. */
  readonly repeated: readonly LostCall[];
  readonly warnings: readonly string[];
}

export interface LostCall extends Pick<CallKey, 'phase' | 'participant'> {
  /** If it was reported before the call ended, or with its late answer. Missing in runs of earlier versions. */
  readonly usage?: Usage;
}

/** One deliberation over all its attempts. */
export interface Run extends Recorder {
  readonly deliberationId: string;
  /** A call that was answered before is not made again: its answer is returned. */
  call(key: CallKey, prompt: string, ask: AskModel): Promise<ModelAnswer>;
  /** Calls of earlier attempts without an answer: their cost still counts. */
  lostCalls(): readonly LostCall[];
  /** `howToContinue` is added as a warning if the record allows it. */
  interruptions(howToContinue: string | null): Interruptions;
}

/** A run that this process owns until it records how it ended. */
export interface OwnedRun extends Run {
  /** Throws a conflict if another process has taken the run over: then this one must not write its end. */
  expectOwned(): void;
  /** A warning if it could not be recorded, else null. */
  end(ending: RunEnding): Promise<string | null>;
  /** Leaves it to be continued, after an unexpected error. */
  abandon(): Promise<void>;
}

export interface RunEnding {
  readonly status: 'interrupted' | 'finished' | 'failed';
  readonly endedBy: string | null;
  /** Null leaves the stored result as it is. */
  readonly result: DeliberationResult | null;
}

/** Without a record every value is made when it is asked for. */
export const UNRECORDED: Recorder = {
  recordSync: (_key, make) => make(),
  record: (_key, make) => make(),
};

export function unrecordedRun(deliberationId: string, warnings: readonly string[] = []): OwnedRun {
  return {
    ...UNRECORDED,
    deliberationId,
    call: (_key, _prompt, ask) => ask(() => undefined),
    lostCalls: () => [],
    interruptions: () => ({ repeated: [], warnings }),
    expectOwned: () => undefined,
    end: async () => null,
    abandon: async () => undefined,
  };
}

export function callKey({ phase, round, participant, call }: CallKey): string {
  return JSON.stringify([phase, round, participant, call]);
}

export const NOT_RECORDED = 'it could not be recorded, so it cannot be continued or replayed';

/** The limits that a round's prompts mention and its requests were chosen by. */
export type RoundLimits = Pick<
  EvidenceSettings,
  'maxRequestsPerAnswer' | 'maxFileBytes' | 'outputMaxChars' | 'contextRounds'
>;

export function roundLimits(settings: EvidenceSettings): RoundLimits {
  const { maxRequestsPerAnswer, maxFileBytes, outputMaxChars, contextRounds } = settings;
  return { maxRequestsPerAnswer, maxFileBytes, outputMaxChars, contextRounds };
}

/**
 * The limits of every finished round, as they were recorded at its end. A round keeps its limits: otherwise its prompts
 * would be worded differently, and findings that its answers cite would be lost. Records of earlier versions have none.
 */
export function finishedRoundLimits(recorded: ReadonlyMap<string, string>): RoundLimits[] {
  const finished: RoundLimits[] = [];
  for (;;) {
    const stored = recorded.get(RECORD.roundLimits(finished.length + 1).name);
    if (stored === undefined) return finished;
    const limits = JSON.parse(stored) as RoundLimits;
    finished.push({ ...limits, maxRequestsPerAnswer: Math.min(limits.maxRequestsPerAnswer, MAX_REQUESTS) });
  }
}

/** The highest that a configuration allows: a record from elsewhere may contain anything. */
const MAX_REQUESTS = 50;
