import type { ModelAnswer, Usage } from '../../models/index.js';
import type { DeliberationResult } from '../result.js';

/**
 * What of a deliberation cannot be computed again: the time, what tools and models said, what memory told. Made once,
 * and from then on always what was recorded, so that the same engine comes to the same end.
 */
export interface Facts {
  // What a run that is continued finds out anew: keys that begin with `closing/`, reasons to end (`ending/`, unless null),
  // and whatever was found out after the deliberation was ended from outside, but for keys that begin with `lasting/`.
  /** For what is there without waiting. The value must survive JSON. */
  note<Value>(key: string, value: () => Value): Value;
  /**
   * `absent` is taken where a replay asks for something that was never recorded: a replay makes nothing. Without it the
   * record is not whole, and cannot be replayed.
   */
  fact<Value>(key: string, make: () => Promise<Value>, absent?: Value): Promise<Value>;
}

/** Which call of a deliberation: the same place is asked at most once to its end. */
export interface CallPlace {
  readonly phase: 'turn' | 'summary';
  readonly round: number;
  readonly participant: string;
  /** From 1 within the turn, or within the summary. */
  readonly call: number;
}

/** Asks a model for real; `onLate` takes what comes after the call was ended. */
export type AskModel = (onLate: (answer: ModelAnswer) => void) => Promise<ModelAnswer>;

/** What interruptions left behind, for the ledger and the integrity of the result. */
export interface Interruptions {
  /** Calls that were under way when the deliberation was interrupted, and were made again. */
  readonly repeated: readonly RepeatedCall[];
  readonly warnings: readonly string[];
}

export interface RepeatedCall extends Pick<CallPlace, 'phase' | 'participant'> {
  /** As far as it was told before the call ended, or by its late answer. Runs of earlier versions do not say. */
  readonly usage?: Usage;
}

/** One deliberation over all its attempts. */
export interface Run extends Facts {
  readonly deliberationId: string;
  /** A call that came to its end before is not made again: its answer is returned. */
  call(place: CallPlace, prompt: string, ask: AskModel): Promise<ModelAnswer>;
  /** Calls of earlier attempts that came to nothing: what they cost is spent all the same. */
  inVain(): readonly RepeatedCall[];
  /** With how to continue it, where it was cut short: told only if the record allows it. */
  interruptions(howToContinue: string | null): Interruptions;
}

/** A run that this process holds, until it says how it ended. */
export interface HeldRun extends Run {
  /** Throws a conflict where another process has taken the run over: its ending is not ours to write. */
  expectOwned(): void;
  /** A warning where it could not be recorded; null where it was. */
  end(
    status: 'interrupted' | 'finished' | 'failed',
    endedBy: string | null,
    result: DeliberationResult,
  ): Promise<string | null>;
  /** Leaves it to be continued, after something that should not have happened. */
  abandon(): Promise<void>;
}

/** Where nothing is kept: every fact is what it is now. */
export const UNRECORDED: Facts = {
  note: (_key, value) => value(),
  fact: (_key, make) => make(),
};

export function unrecordedRun(deliberationId: string, warnings: readonly string[] = []): HeldRun {
  return {
    ...UNRECORDED,
    deliberationId,
    call: (_place, _prompt, ask) => ask(() => undefined),
    inVain: () => [],
    interruptions: () => ({ repeated: [], warnings }),
    expectOwned: () => undefined,
    end: async () => null,
    abandon: async () => undefined,
  };
}

export function keyOfPlace({ phase, round, participant, call }: CallPlace): string {
  return JSON.stringify([phase, round, participant, call]);
}
