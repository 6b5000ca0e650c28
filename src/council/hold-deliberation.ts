import type { Forecast } from './budget/forecast.js';
import type { CheckedRequest } from './check-request.js';
import { conductDebate, keepResult, type Table, withWarnings } from './conduct-debate.js';
import type { CouncilDependencies } from './council.js';
import type { Seat } from './panel/seat.js';
import type { OnProgress } from './progress.js';
import type { DeliberationResult } from './result.js';
import { cannotFollow } from './runs/follow-record.js';
import { stageKey, stageOf, stagesIn } from './runs/limits-in-force.js';
import type { Attempt, Continued } from './runs/open-attempt.js';
import type { Facts } from './runs/run.js';
import type { Sitting } from './runs/sitting.js';
import type { Held } from './runs/under-way.js';
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
  { signal, onProgress }: Held,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const { clock } = dependencies;
  const { sitting, earlierMs } = attempt;
  const { request, deliberationId } = sitting;
  const start = clock.elapsed();
  const activeMs = () => earlierMs + clock.elapsed() - start;
  const lost = new AbortController();
  const limits = limitDeliberation(AbortSignal.any([signal, lost.signal]), secondsLeft(request, earlierMs));
  const run = attempt.open({ signal: limits.signal, onLost: () => lost.abort(), activeMs });
  try {
    const continued = attempt.continued === undefined ? undefined : enterStage(attempt.continued, sitting, run);
    const forecast = await run.fact('forecast', foresee);
    onProgress({
      kind: 'started',
      deliberation_id: deliberationId,
      recorded: attempt.isRecorded,
      participants: seats.map(({ participant }) => participant),
      rounds: request.rounds,
      notice: together(notice, forecast.notice),
      estimate: forecast.estimate,
    });
    const conduct = { run, limits, activeMs, onProgress };
    const { result, cutShort } = await conductDebate({ sitting, seats, forecast, continued }, conduct, dependencies);
    run.expectOwned();
    const kept = await keepResult(result, sitting, run, dependencies);
    const isInterrupted = cutShort !== null && signal.aborted;
    const status = isInterrupted ? 'interrupted' : kept.status === 'failed' ? 'failed' : 'finished';
    const warning = await run.end(status, cutShort, kept);
    onProgress({ kind: 'finished', status: kept.status, interrupted: isInterrupted });
    return warning === null ? kept : withWarnings(kept, [warning]);
  } catch (error) {
    await run.abandon();
    throw attempt.continued === undefined ? error : cannotFollow(deliberationId, error, dependencies.logger);
  } finally {
    limits.release();
  }
}

/** What a continued run goes on with is recorded: a replay needs it for the calls that were made since. */
function enterStage({ calls, facts, begunWith }: Continued, { settings }: Sitting, run: Facts): Table['continued'] {
  const earlier = stagesIn(facts);
  const stage = run.note(stageKey(earlier.length), () => stageOf(settings, calls));
  return { begunWith, stages: [...earlier, stage] };
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
