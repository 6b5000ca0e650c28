import { isDeepStrictEqual } from 'node:util';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import type { PlanRequest, PlanRun, PlanRuns } from '../sessions/plan-runs.js';
import type { PipelineResult } from './pipeline.js';

interface PlanWork {
  readonly work: (run: PlanRun, signal: AbortSignal) => Promise<PipelineResult>;
  /** The plan of a run that is finished; undefined if the session uses another one by now. */
  readonly read: (run: PlanRun) => Promise<PipelineResult | undefined>;
  /** What a run that failed has kept. */
  readonly forget: (run: PlanRun) => Promise<void>;
  /** A run that was continued without a caller has failed. */
  readonly report: (error: unknown) => void;
}

interface RunOnce {
  /**
   * Continues the run of the same request that an earlier start of the program left, or gives its plan, else begins a new
   * one.
   */
  readonly begin: (sessionId: string, request: PlanRequest, signal: AbortSignal) => Promise<PipelineResult>;
  /** Everything that an earlier start of the program left in the session. */
  readonly continueAll: (sessionId: string, signal: AbortSignal) => Promise<void>;
  readonly settled: () => Promise<void>;
}

/** Sees to it that an interrupted run becomes one plan, also if the session and its agent both come back for it. */
export function runOnce(runs: PlanRuns, { work, read, forget, report }: PlanWork): RunOnce {
  // A run that another call is about to begin must not look like one that was left.
  const inOrder = oneAtATime();
  /** Their answers were given by this start of the program. */
  const answered = new Set<string>();
  const running = new Map<string, Promise<PipelineResult>>();
  /** Continued without a caller: the next one with the same request gets the plan. */
  const unclaimed = new Map<string, { readonly run: PlanRun; readonly result: Promise<PipelineResult> }>();

  function start(run: PlanRun, signal: AbortSignal): Promise<PipelineResult> {
    answered.add(run.planId);
    const result = workOrForget(run, signal);
    running.set(run.planId, result);
    return result;
  }

  async function workOrForget(run: PlanRun, signal: AbortSignal): Promise<PipelineResult> {
    try {
      return await work(run, signal);
    } catch (error) {
      unclaimed.delete(run.planId);
      // What was stopped is continued later; what failed would fail again.
      if (!signal.aborted) {
        await runs.remove(run.planId);
        await forget(run);
      }
      throw error;
    } finally {
      running.delete(run.planId);
    }
  }

  /** The program may have ended after the plan was finished and before its answer was sent. */
  async function readUnanswered(run: PlanRun): Promise<PipelineResult | undefined> {
    if (answered.has(run.planId)) return undefined;
    answered.add(run.planId);
    return read(run);
  }

  return {
    async begin(sessionId, request, signal) {
      const isSame = (run: PlanRun) => run.sessionId === sessionId && isDeepStrictEqual(run.request, request);
      const { result } = await inOrder(async () => {
        const continued = [...unclaimed.values()].find(({ run }) => isSame(run));
        if (continued !== undefined) {
          unclaimed.delete(continued.run.planId);
          return continued;
        }
        const left = (await runs.unfinished(sessionId)).find((run) => isSame(run) && !running.has(run.planId));
        if (left !== undefined) return { result: start(left, signal) };
        const last = await runs.lastFinished(sessionId);
        const plan = last && isSame(last) ? await readUnanswered(last) : undefined;
        if (plan !== undefined) return { result: Promise.resolve(plan) };
        return { result: start(await runs.begin(sessionId, request), signal) };
      });
      return result;
    },

    continueAll: (sessionId, signal) =>
      inOrder(async () => {
        for (const run of await runs.unfinished(sessionId)) {
          if (running.has(run.planId)) continue;
          const result = start(run, signal);
          unclaimed.set(run.planId, { run, result });
          result.catch(report);
        }
      }),

    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}
