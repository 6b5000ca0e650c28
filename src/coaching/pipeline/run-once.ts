import { isDeepStrictEqual } from 'node:util';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import type { PlanRequest, PlanRun, PlanRuns } from '../sessions/plan-runs.js';
import type { PipelineResult } from './pipeline.js';

interface PlanWork {
  readonly work: (run: PlanRun, signal: AbortSignal) => Promise<PipelineResult>;
  /** What a run that failed has kept. */
  readonly forget: (run: PlanRun) => Promise<void>;
  /** A run that was continued without a caller has failed. */
  readonly report: (error: unknown) => void;
}

interface RunOnce {
  /** Continues the run of the same request that an earlier start of the program left, else begins a new one. */
  readonly begin: (sessionId: string, request: PlanRequest, signal: AbortSignal) => Promise<PipelineResult>;
  /** Everything that an earlier start of the program left in the session. */
  readonly continueAll: (sessionId: string, signal: AbortSignal) => Promise<void>;
  readonly settled: () => Promise<void>;
}

/** Sees to it that an interrupted run becomes one plan, also if the session and its agent both come back for it. */
export function runOnce(runs: PlanRuns, { work, forget, report }: PlanWork): RunOnce {
  // A run that another call is about to begin must not look like one that was left.
  const inOrder = oneAtATime();
  const running = new Map<string, Promise<PipelineResult>>();
  /** Continued without a caller: the next one with the same request gets the plan. */
  const unclaimed = new Map<string, { readonly run: PlanRun; readonly result: Promise<PipelineResult> }>();

  function start(run: PlanRun, signal: AbortSignal): Promise<PipelineResult> {
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
        return { result: start(left ?? (await runs.begin(sessionId, request)), signal) };
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
