import type { Forecast } from './budget/forecast.js';
import type { CheckedRequest } from './check-request.js';
import { conductDebate, keepResult, withWarnings } from './conduct-debate.js';
import type { CouncilDependencies } from './council.js';
import type { Seat } from './panel/seat.js';
import type { OnProgress } from './progress.js';
import type { DeliberationResult } from './result.js';
import type { Attempt } from './runs/open-attempt.js';
import type { Caller } from './runs/under-way.js';
import { limitDeliberation } from './time-limits.js';

export interface Holding {
  readonly attempt: Attempt;
  readonly seats: readonly Seat[];
  readonly forecast: () => Promise<Forecast>;
  readonly notice: string | null;
}

/** One attempt from its opening to the record of its end; whoever called may end it. */
export async function holdDeliberation(
  { attempt, seats, forecast: foresee, notice }: Holding,
  { signal, onProgress }: Required<Caller>,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const { clock } = dependencies;
  const { sitting, earlierMs } = attempt;
  const { request, deliberationId } = sitting;
  const start = clock.elapsed();
  const activeMs = () => earlierMs + clock.elapsed() - start;
  const lost = new AbortController();
  const caller = signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]);
  const limits = limitDeliberation(caller, secondsLeft(request, earlierMs));
  const run = attempt.open({ signal: limits.signal, onLost: () => lost.abort(), activeMs });
  try {
    if (attempt.continued !== undefined) {
      const { evidence, fileTree } = sitting.settings;
      // The last attempt's are those that the result came about with: a replay needs them.
      run.note('closing/settings', () => ({ evidence, fileTree }));
    }
    const forecast = await run.fact('forecast', foresee);
    onProgress?.({
      kind: 'started',
      deliberation_id: deliberationId,
      recorded: attempt.isRecorded,
      participants: seats.map(({ participant }) => participant),
      rounds: request.rounds,
      notice: together(notice, forecast.notice),
      estimate: forecast.estimate,
    });
    const conduct = { run, limits, activeMs, onProgress: onProgress ?? (() => undefined) };
    const { result, cutShort } = await conductDebate({ sitting, seats, forecast }, conduct, dependencies);
    run.expectOwned();
    const kept = await keepResult(result, sitting, run, dependencies);
    const isInterrupted = cutShort !== null && signal?.aborted === true;
    const status = isInterrupted ? 'interrupted' : kept.status === 'failed' ? 'failed' : 'finished';
    const warning = await run.end(status, cutShort, kept);
    onProgress?.({ kind: 'finished', status: kept.status, interrupted: isInterrupted });
    return warning === null ? kept : withWarnings(kept, [warning]);
  } catch (error) {
    await run.abandon();
    throw error;
  } finally {
    limits.release();
  }
}

/** The cap holds for all attempts together; one that has used it up is not continued. */
function secondsLeft({ maxSeconds }: CheckedRequest, earlierMs: number): number | undefined {
  return maxSeconds === undefined ? undefined : Math.max(0.001, maxSeconds - earlierMs / 1000);
}

export function together(...notices: readonly (string | null)[]): string | null {
  const told = notices.filter((notice) => notice !== null);
  return told.length === 0 ? null : told.join(' ');
}

/** Whoever listens must not be able to stop the deliberation by throwing. */
export function guarded(listener: OnProgress | undefined, { logger }: Pick<CouncilDependencies, 'logger'>): OnProgress {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      logger.log('warn', 'progress_listener_failed', { message: String(error) });
    }
  };
}
