import { errorMessage } from '../../kernel/error-code.js';
import { withinTime } from '../../kernel/time-limit.js';
import type { Similarity } from '../../semantics/index.js';
import { cheapestPair } from '../budget/cheapest-first.js';
import type { Deliberation } from '../deliberation.js';
import type { EvidenceRound } from '../evidence/evidence-round.js';
import { createOptionList, type OptionList } from '../options/option-list.js';
import type { Seat } from '../panel/seat.js';
import { RECORD } from '../record/record-keys.js';
import { type ConvergenceTracker, createConvergenceTracker } from '../rounds/convergence-tracker.js';
import type { RoundRecord } from '../rounds/debate-record.js';
import type { TimeLimits } from '../time-limits.js';

/** A debate while it runs. */
export interface DebateState {
  readonly deliberation: Deliberation;
  readonly rounds: RoundRecord[];
  readonly options: OptionList;
  readonly convergence: ConvergenceTracker;
  /** By participant: what it has read of others so far, and what peers answered. */
  readonly readBy: Map<string, { readonly material: Set<string>; readonly answers: Set<string> }>;
  /** Who takes part; with `cheapest_first` two, until they turn out not to settle the question. */
  seated: readonly Seat[];
  /** Why a cap or the caller ended the debate early; null otherwise. */
  cutShort: string | null;
}

/** Who is asked in the next round, or why there is none. */
export type NextRound =
  | {
      readonly kind: 'ask';
      readonly seats: readonly Seat[];
      /** Why only these are asked; null if all are asked as usual. */
      readonly because: string | null;
      /** The ids of the options that participants who voted are asked to test; empty if there are none. */
      readonly tested: readonly string[];
    }
  /** The reason is null after the last round that was allowed. */
  | { readonly kind: 'end'; readonly reason: string | null };

export type Asking = Extract<NextRound, { kind: 'ask' }>;

export function startDebate(deliberation: Deliberation): DebateState {
  const { request, seats, settings } = deliberation;
  return {
    deliberation,
    rounds: [],
    options: createOptionList(request),
    convergence: createConvergenceTracker(settings.convergence, recordSimilarity(deliberation)),
    readBy: new Map(),
    seated: (request.cheapestFirst ? cheapestPair(seats) : undefined) ?? seats,
    cutShort: null,
  };
}

export function askAll({ seated }: DebateState): Asking {
  return { kind: 'ask', seats: seated, because: null, tested: [] };
}

/** A round while its participants answer. */
export interface RunningRound extends BriefedRound {
  readonly limits: TimeLimits;
  /** Undefined if participants cannot look at the project. */
  readonly evidence: EvidenceRound | undefined;
}

export interface BriefedRound {
  readonly number: number;
  /** The ids of the options that participants who voted are asked to test; empty if there are none. */
  readonly tested: readonly string[];
}

type Compared = { readonly score: number; readonly backend: string } | { readonly failed: string };

/**
 * Compares answers, each pair once: the embedding may be gone by the time of a replay. A comparison ends with the debate
 * and after a few seconds, because no measure is worth delaying a verdict.
 */
function recordSimilarity({
  similarity,
  limits,
  run,
}: Pick<Deliberation, 'similarity' | 'limits' | 'run'>): Similarity {
  // A debate of one round compares nothing, so it has no backend.
  let backend = 'none';

  const measure = async (a: string, b: string): Promise<Compared> => {
    try {
      const score = await withinTime({ maxMs: MAX_COMPARISON_MS, signal: limits.signal }, () =>
        similarity.compare(a, b),
      );
      return { score, backend: similarity.backend };
    } catch (error) {
      return { failed: errorMessage(error) };
    }
  };

  return {
    get backend() {
      return backend;
    },
    compare: async (a, b) => {
      const compared = await run.record<Compared>(RECORD.comparison(a, b), () => measure(a, b), NOT_RECORDED);
      if ('failed' in compared) throw new Error(compared.failed);
      backend = compared.backend;
      return compared.score;
    },
  };
}

const NOT_RECORDED: Compared = { failed: 'these texts were not compared when it was recorded' };
const MAX_COMPARISON_MS = 6_000;
