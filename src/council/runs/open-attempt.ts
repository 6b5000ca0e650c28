import { endChildrenOf } from '../../processes/index.js';
import type { CouncilDependencies } from '../council.js';
import type { EvidenceSettings } from '../settings.js';
import { recordRun } from './record-run.js';
import { type HeldRun, unrecordedRun } from './run.js';
import type { Sitting } from './sitting.js';
import type { ClaimedRun } from './store/claim-run.js';
import type { RunRecord } from './store/run-record.js';
import type { RunStore } from './store/run-store.js';

/** One go at a deliberation: its first, or one that continues what was interrupted. */
export interface Attempt {
  readonly sitting: Sitting;
  /** What is known of it from before; undefined for a first go. */
  readonly continued: Continued | undefined;
  /** Whether it is written down while it goes on. */
  readonly isRecorded: boolean;
  /** How long earlier attempts were at work. */
  readonly earlierMs: number;
  open(means: AttemptMeans): HeldRun;
}

export interface Continued extends RunRecord {
  /** What its first attempt was held with. */
  readonly begunWith: EvidenceSettings;
}

export interface AttemptMeans {
  /** Of the whole deliberation. */
  readonly signal: AbortSignal;
  readonly onLost: () => void;
  /** Over all attempts, until now. */
  readonly activeMs: () => number;
}

type Needs = Pick<CouncilDependencies, 'runs' | 'clock' | 'logger'>;

/** A deliberation whose record cannot be begun is held all the same, and says that it cannot be continued. */
export async function beginAttempt(sitting: Sitting, needs: Needs): Promise<Attempt> {
  const { deliberationId } = sitting;
  const unrecorded = (warnings: readonly string[]): Attempt => ({
    sitting,
    continued: undefined,
    isRecorded: false,
    earlierMs: 0,
    open: () => unrecordedRun(deliberationId, warnings),
  });
  if (needs.runs === undefined) return unrecorded([]);
  try {
    const store = await needs.runs.open();
    return { ...recorded(store, await store.begin(sitting), needs), continued: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    needs.logger.log('error', 'run_not_recorded', { id: deliberationId, reason });
    return unrecorded([`${NOT_RECORDED}: ${reason}`]);
  }
}

export const NOT_RECORDED = 'it could not be recorded, so it cannot be continued or replayed';

/** With what it goes on from now. Rejects with a conflict while another process holds it. */
export async function continueAttempt(
  sitting: Sitting,
  begunWith: EvidenceSettings,
  store: RunStore,
  needs: Needs,
): Promise<Attempt> {
  const claimed = await store.takeOver(sitting.deliberationId, sitting.request);
  // A killed process may have left participants running that would answer, and cost, in addition to those asked now.
  if (claimed.previousOwner !== undefined) await endChildrenOf(claimed.previousOwner);
  return { ...recorded(store, claimed, needs), sitting, continued: { ...claimed.record, begunWith } };
}

function recorded(store: RunStore, claimed: ClaimedRun, { clock, logger }: Needs): Omit<Attempt, 'continued'> {
  const { sitting, activeMs } = claimed.record;
  return {
    sitting,
    isRecorded: true,
    earlierMs: activeMs,
    open: ({ signal, onLost, activeMs: active }) =>
      recordRun(claimed, { writer: store.writer(claimed, active), signal, onLost, clock, logger }),
  };
}
