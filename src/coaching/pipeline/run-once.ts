import { isDeepStrictEqual } from 'node:util';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { CoachError } from '../coach-error.js';
import type { PlanRequest, PlanRun, PlanRuns } from '../sessions/plan-runs.js';
import type { PipelineResult } from './pipeline.js';

interface PlanWork {
  readonly work: (run: PlanRun, signal: AbortSignal) => Promise<PipelineResult>;
  /** The plan of a run that is finished; undefined if the session uses another one by now. */
  readonly read: (run: PlanRun) => Promise<PipelineResult | undefined>;
  readonly isOpen: (sessionId: string) => Promise<boolean>;
  /** True if the session has the plan of the run, also if showing it failed. */
  readonly isStored: (run: PlanRun) => Promise<boolean>;
  /** What a run that is over has kept. */
  readonly forget: (run: PlanRun) => Promise<void>;
  /** A run that was continued without a caller has failed. */
  readonly report: (error: unknown, sessionId: string) => Promise<void>;
  /** Whether the coach ends: what it stops is continued by its next start. */
  readonly isClosing: () => boolean;
}

interface RunOnce {
  /**
   * Continues the run of the same request that an earlier start of the program left, or gives its plan, else begins a new
   * one.
   */
  readonly begin: (sessionId: string, request: PlanRequest, signal: AbortSignal) => Promise<PipelineResult>;
  /** Everything that an earlier start of the program left in the session, the oldest first: the newest plan stays. */
  readonly continueAll: (sessionId: string, signal: AbortSignal) => Promise<void>;
  /** Stops the runs of a session that has ended, and removes what ended sessions have left. */
  readonly endSession: (sessionId: string) => Promise<void>;
  readonly settled: () => Promise<void>;
}

/** Sees to it that an interrupted run becomes one plan, also if the session and its agent both come back for it. */
export function runOnce(runs: PlanRuns, plans: PlanWork): RunOnce {
  const { read, isOpen, report } = plans;
  // A run that another call is about to begin must not look like one that was left.
  const inOrder = oneAtATime();
  const { answered, running, unclaimed, start, discard } = createStart(runs, plans);

  /** The program may have ended after the plan was finished and before its answer was sent. */
  async function readUnanswered(run: PlanRun): Promise<PipelineResult | undefined> {
    if (answered.has(run.planId)) return undefined;
    answered.add(run.planId);
    return read(run);
  }

  /** The oldest run that was not started since the program started. */
  function continueNext(sessionId: string, signal: AbortSignal) {
    return inOrder(async () => {
      if (signal.aborted) return undefined;
      const run = (await runs.unfinished(sessionId)).find(({ planId }) => !answered.has(planId));
      if (run === undefined) return undefined;
      const result = start(run, signal);
      unclaimed.set(run.planId, { run, result });
      return { result };
    });
  }

  return {
    async begin(sessionId, request, signal) {
      const isSame = (run: PlanRun) => run.sessionId === sessionId && isDeepStrictEqual(run.request, request);
      const { result } = await inOrder(async () => {
        const continued = [...unclaimed.values()].find(({ run }) => isSame(run));
        // After another plan, a request asks for a new one.
        for (const { run } of unclaimed.values()) if (run.sessionId === sessionId) unclaimed.delete(run.planId);
        if (continued !== undefined) return continued;
        const stopped = (await runs.unfinished(sessionId)).filter(({ planId }) => !running.has(planId));
        const left = stopped.find(isSame);
        // The newest request is what the person wants: an older one that ends later would replace its plan.
        for (const run of stopped) if (run !== left) await discard(run);
        if (left !== undefined) return { result: start(left, signal) };
        const last = await runs.lastFinished(sessionId);
        const plan = last && isSame(last) ? await readUnanswered(last) : undefined;
        if (plan !== undefined) return { result: Promise.resolve(plan) };
        return { result: start(await runs.begin(sessionId, request), signal) };
      });
      return result;
    },

    async continueAll(sessionId, signal) {
      let continued = await continueNext(sessionId, signal);
      while (continued !== undefined) {
        await continued.result.catch((error: unknown) => report(error, sessionId));
        continued = await continueNext(sessionId, signal);
      }
    },

    endSession: (sessionId) =>
      inOrder(async () => {
        const ended = [...running.values()].filter((run) => run.sessionId === sessionId);
        for (const { ending } of ended)
          ending.abort(new CoachError('NO_SESSION', 'the session of this plan has ended'));
        await Promise.allSettled(ended.map(({ result }) => result));
        for (const run of await runs.unfinished()) if (!(await isOpen(run.sessionId))) await discard(run);
      }),

    settled: () =>
      inOrder(async () => {
        await Promise.allSettled([...running.values()].map(({ result }) => result));
      }),
  };
}

/** Starts runs, and removes those that failed or are not wanted any more. */
function createStart(runs: PlanRuns, { work, isStored, forget, isClosing }: PlanWork) {
  /** Their answers were given by this start of the program. */
  const answered = new Set<string>();
  const running = new Map<string, RunningPlan>();
  /** Continued without a caller: the next one with the same request gets the plan. */
  const unclaimed = new Map<string, { readonly run: PlanRun; readonly result: Promise<PipelineResult> }>();

  async function discard(run: PlanRun): Promise<void> {
    // A stored plan needs its details.
    if (await isStored(run)) await runs.finish(run.planId);
    else await runs.remove(run.planId);
    await forget(run);
  }

  async function workOrForget(run: PlanRun, signal: AbortSignal): Promise<PipelineResult> {
    try {
      return await work(run, signal);
    } catch (error) {
      unclaimed.delete(run.planId);
      // A plan that the person cancelled must not come back, and what failed would fail again.
      // One that is stored is continued by the same request.
      if (!isClosing() && !(await isStored(run))) await discard(run);
      throw signal.reason instanceof CoachError ? signal.reason : error;
    } finally {
      running.delete(run.planId);
    }
  }

  function start(run: PlanRun, signal: AbortSignal): Promise<PipelineResult> {
    answered.add(run.planId);
    const ending = new AbortController();
    const result = workOrForget(run, AbortSignal.any([signal, ending.signal]));
    running.set(run.planId, { sessionId: run.sessionId, ending, result });
    return result;
  }

  return { answered, running, unclaimed, start, discard };
}

interface RunningPlan {
  readonly sessionId: string;
  /** Aborted when the session ends. */
  readonly ending: AbortController;
  readonly result: Promise<PipelineResult>;
}
