import { errorMessage } from '../../kernel/error-code.js';
import { endChildrenOf } from '../../processes/index.js';
import type { Forecast } from '../budget/forecast.js';
import type { EngineDependencies } from '../contract/council.js';
import type { Seat } from '../panel/seat.js';
import { NOT_RECORDED, type OwnedRun, unrecordedRun } from '../record/run.js';
import { recordRun } from './record-run.js';
import type { DeliberationSetup } from './setup.js';
import type { ClaimedRun } from './store/claim-run.js';
import type { RunRecord } from './store/run-record.js';
import type { RunStore, RunsSource } from './store/run-store.js';

/** One attempt at a deliberation: the first, or one that continues what was interrupted. */
export interface Attempt extends AttemptPlan {
  /** Undefined for the first attempt. */
  readonly continued: RunRecord | undefined;
  /** Whether it is recorded while it runs. */
  readonly isRecorded: boolean;
  /** How long earlier attempts ran. */
  readonly earlierMs: number;
  openRun(context: OpenRunContext): OwnedRun;
}

/** What is decided before the attempt is recorded. */
export interface AttemptPlan {
  readonly setup: DeliberationSetup;
  readonly seats: readonly Seat[];
  readonly forecast: () => Promise<Forecast>;
}

interface OpenRunContext {
  /** Of the whole deliberation. */
  readonly signal: AbortSignal;
  readonly onLost: () => void;
  /** Over all attempts, until now. */
  readonly activeMs: () => number;
}

type Needs = Pick<EngineDependencies, 'clock' | 'logger'> & { readonly runs?: RunsSource };

/** A deliberation that cannot be recorded still runs, and warns that it cannot be continued. */
export async function beginAttempt(plan: AttemptPlan, needs: Needs): Promise<Attempt> {
  const { deliberationId } = plan.setup;
  const first = { ...plan, continued: undefined, earlierMs: 0 };
  const unrecorded = (warnings: readonly string[]): Attempt => ({
    ...first,
    isRecorded: false,
    openRun: () => unrecordedRun(deliberationId, warnings),
  });
  if (needs.runs === undefined) return unrecorded([]);
  try {
    const store = await needs.runs.open();
    const claimed = await store.begin(plan.setup);
    return { ...first, isRecorded: true, openRun: (context) => openRun({ store, claimed, ...needs }, context) };
  } catch (error) {
    const reason = errorMessage(error);
    needs.logger.log('error', 'run_not_recorded', { id: deliberationId, reason });
    return unrecorded([`${NOT_RECORDED}: ${reason}`]);
  }
}

/** Rejects with a conflict while another process runs it. */
export async function continueAttempt(plan: AttemptPlan, store: RunStore, needs: Needs): Promise<Attempt> {
  const { deliberationId, request } = plan.setup;
  const claimed = await store.takeOver(deliberationId, request);
  // A killed process may have left participants running that would answer, and cost, in addition to those asked now.
  if (claimed.previousOwner !== undefined) await endChildrenOf(claimed.previousOwner);
  return {
    ...plan,
    continued: claimed.record,
    isRecorded: true,
    earlierMs: claimed.record.activeMs,
    openRun: (context) => openRun({ store, claimed, ...needs }, context),
  };
}

function openRun(
  { store, claimed, clock, logger }: Needs & { readonly store: RunStore; readonly claimed: ClaimedRun },
  { signal, onLost, activeMs }: OpenRunContext,
): OwnedRun {
  return recordRun(claimed, { writer: store.writer(claimed, activeMs), signal, onLost, clock, logger });
}
