import { errorMessage } from '../../kernel/error-code.js';
import { endChildrenOf } from '../../processes/index.js';
import type { Forecast } from '../budget/forecast.js';
import type { EngineDependencies } from '../contract/council.js';
import type { Seat } from '../panel/seat.js';
import { NOT_RECORDED, type OwnedRun, unrecordedRun } from '../record/run.js';
import { type RecordRunContext, recordRun } from './record-run.js';
import type { DeliberationSetup } from './setup.js';
import type { ClaimedRun } from './store/claim-run.js';
import type { RunRecord } from './store/run-record.js';
import type { RunStore, RunsSource } from './store/run-store.js';

/** What is decided before the attempt is recorded. */
export interface AttemptPlan {
  readonly setup: DeliberationSetup;
  readonly seats: readonly Seat[];
  readonly forecast: () => Promise<Forecast>;
}

/** One attempt at a deliberation: the first, or one that continues what was interrupted. */
export interface Attempt extends AttemptPlan {
  /** Undefined for the first attempt. */
  readonly continued: RunRecord | undefined;
  /** Whether it is recorded while it runs. */
  readonly isRecorded: boolean;
  openRun(context: OpenRunContext): OwnedRun;
}

interface OpenRunContext extends Pick<RecordRunContext, 'signal' | 'onLost'> {
  /** Over all attempts, until now. */
  readonly activeMs: () => number;
}

type Needs = Pick<EngineDependencies, 'clock' | 'logger'> & { readonly runs?: RunsSource };

/** A deliberation that cannot be recorded still runs, and warns that it cannot be continued. */
export async function beginAttempt(plan: AttemptPlan, needs: Needs): Promise<Attempt> {
  const { deliberationId: id } = plan.setup;
  const unrecorded = (warnings: readonly string[]): Attempt => ({
    ...plan,
    continued: undefined,
    isRecorded: false,
    openRun: () => unrecordedRun(id, warnings),
  });
  if (needs.runs === undefined) return unrecorded([]);
  try {
    const store = await needs.runs.open();
    const openRun = recorder(store, await store.begin(plan.setup), needs);
    return { ...plan, continued: undefined, isRecorded: true, openRun };
  } catch (error) {
    const reason = errorMessage(error);
    needs.logger.log('error', 'run_not_recorded', { id, reason });
    return unrecorded([`${NOT_RECORDED}: ${reason}`]);
  }
}

/** Rejects with a conflict while another process runs it. */
export async function continueAttempt(plan: AttemptPlan, store: RunStore, needs: Needs): Promise<Attempt> {
  const { deliberationId, request } = plan.setup;
  const claimed = await store.takeOver(deliberationId, request);
  // A killed process may have left participants running that would answer, and cost, in addition to those asked now.
  if (claimed.previousOwner !== undefined) await endChildrenOf(claimed.previousOwner);
  return { ...plan, continued: claimed.record, isRecorded: true, openRun: recorder(store, claimed, needs) };
}

function recorder(store: RunStore, claimed: ClaimedRun, { clock, logger }: Needs): Attempt['openRun'] {
  return ({ activeMs, ...context }) =>
    recordRun(claimed, { ...context, writer: store.writer(claimed, activeMs), clock, logger });
}
