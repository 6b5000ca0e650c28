import { errorMessage } from '../../kernel/error-code.js';
import { UserError } from '../../kernel/user-error.js';
import { endChildrenOf } from '../../processes/index.js';
import type { Forecast } from '../budget/forecast.js';
import type { EngineDependencies } from '../contract/council.js';
import type { Seat } from '../panel/seat.js';
import { isProvisional } from '../record/record-keys.js';
import { NOT_RECORDED, type OwnedRun, type Recorder, unrecordedRun } from '../record/run.js';
import { openRecording, type RecordingContext } from './open-recording.js';
import { type RecordCallsContext, recordCalls } from './record-calls.js';
import type { DeliberationSetup } from './setup.js';
import type { ClaimedRun } from './store/claim-run.js';
import { putEnding, putFact } from './store/run-changes.js';
import type { RunRecord } from './store/run-record.js';
import type { RunStore, RunsSource } from './store/run-store.js';

/** Decided before the attempt is recorded. */
export interface AttemptPlan {
  readonly setup: DeliberationSetup;
  readonly seats: readonly Seat[];
  readonly forecast: () => Promise<Forecast>;
}

/** One attempt at a deliberation: the first, or one that continues what was interrupted. */
export interface Attempt extends AttemptPlan {
  /** Undefined for the first attempt. */
  readonly continued: RunRecord | undefined;
  /** True if it is recorded while it runs. */
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

type RecordRunContext = RecordingContext & Omit<RecordCallsContext, 'writing'>;

/** A record that cannot be written never stops the deliberation, which then continues without one and warns. */
function recordRun({ record }: ClaimedRun, context: RecordRunContext): OwnedRun {
  const id = record.setup.deliberationId;
  const writing = openRecording(id, context);
  const calls = recordCalls(record, { ...context, writing });
  return {
    ...createRecorder(id, record.facts, context),
    deliberationId: id,
    call: (key, prompt, ask) => calls.call(key, prompt, ask),
    lostCalls: () => calls.lostCalls(),
    interruptions: (howToContinue) => ({
      repeated: calls.repeated(),
      // A failure is known to be permanent at the end, which reports it.
      warnings: [...calls.warnings(), ...(!writing.isFaulty() && howToContinue !== null ? [howToContinue] : [])],
    }),
    expectOwned() {
      if (!writing.isLost()) return;
      throw new UserError(
        'conflict',
        `deliberation ${id} was taken over by another process, which continues it; \`witan deliberations show ${id}\` shows its progress`,
      );
    },
    end: (ending) => writing.finish(putEnding(id, ending)),
    async abandon() {
      await writing.finish(putEnding(id, { status: 'interrupted', endedBy: null, result: null }));
    },
  };
}

function createRecorder(
  id: string,
  recorded: ReadonlyMap<string, string>,
  { writer, signal }: Pick<RecordRunContext, 'writer' | 'signal'>,
): Recorder {
  const values = new Map(recorded);
  const pending = new Map<string, Promise<unknown>>();

  const keep: Recorder['recordSync'] = (key, make) => {
    const value = make();
    const json = JSON.stringify(value) ?? 'null';
    values.set(key.name, json);
    writer.put(putFact(id, { key: key.name, json, isProvisional: isProvisional(key, value, signal.aborted) }));
    return value;
  };

  return {
    recordSync<Value>(key: Parameters<Recorder['recordSync']>[0], make: () => Value): Value {
      const known = values.get(key.name);
      return known === undefined ? keep(key, make) : (JSON.parse(known) as Value);
    },
    async record<Value>(key: Parameters<Recorder['record']>[0], make: () => Promise<Value>): Promise<Value> {
      const known = values.get(key.name);
      if (known !== undefined) return JSON.parse(known) as Value;
      const inFlight = pending.get(key.name);
      if (inFlight !== undefined) return inFlight as Promise<Value>;
      const made = make().then((value) => keep(key, () => value));
      pending.set(key.name, made);
      return made.finally(() => pending.delete(key.name));
    },
  };
}
