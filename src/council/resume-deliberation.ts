import { UserError } from '../kernel/user-error.js';
import { forecastDebate } from './budget/forecast.js';
import type { CheckedRequest } from './check-request.js';
import type { CouncilDependencies } from './council.js';
import { type Holding, holdDeliberation, together } from './hold-deliberation.js';
import { redactSafely } from './redact.js';
import type { ResumeRequest } from './request.js';
import type { DeliberationResult } from './result.js';
import { expectCapsUnderWay, expectFolder, expectInProject, expectSame } from './runs/expect-same.js';
import { findToResume, idToResume } from './runs/find-to-resume.js';
import { type Attempt, continueAttempt } from './runs/open-attempt.js';
import { describeLacks, restoreSitting } from './runs/restore-sitting.js';
import { restoreSeats, settingsToContinue } from './runs/sitting.js';
import { answerToKeep, latestCalls, type RunRecord } from './runs/store/run-record.js';
import type { RunStore } from './runs/store/run-store.js';
import type { Caller, Joinable, UnderWay } from './runs/under-way.js';

/** Continues where a deliberation was interrupted; one that is under way here is joined. */
export async function resumeDeliberation(
  asked: ResumeRequest,
  caller: Caller,
  underWay: UnderWay,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const store = await openRuns(dependencies);
  // Which is the last that was interrupted shows only when all ends are written.
  if (asked.deliberation_id === 'last') await store.settle();
  const id = await idToResume(asked, store);
  for (;;) {
    const joinable = underWay.find(id);
    if (joinable === undefined) await store.settle(id);
    const next =
      joinable === undefined
        ? await prepare(asked, id, store, dependencies)
        : await join(asked, id, joinable, store, dependencies);
    // Somebody else may have begun or ended it while the record was read.
    if (next.kind === 'joined' && joinable === underWay.find(id)) return next.joinable.join(caller);
    if (next.kind === 'finished') {
      caller.onProgress?.({ kind: 'already_finished', deliberation_id: id, notice: next.notice });
      return next.result;
    }
    if (next.kind === 'open' && underWay.find(id) === undefined) {
      return underWay.host(id, caller, async (held) => holdDeliberation(await next.claim(), held, dependencies));
    }
  }
}

type Next =
  | { readonly kind: 'joined'; readonly joinable: Joinable }
  | { readonly kind: 'again' }
  | { readonly kind: 'finished'; readonly result: DeliberationResult; readonly notice: string }
  | { readonly kind: 'open'; readonly claim: () => Promise<Holding> };

async function join(
  asked: ResumeRequest,
  id: string,
  joinable: Joinable,
  store: RunStore,
  { settings, redactor, logger }: CouncilDependencies,
): Promise<Next> {
  const { sitting } = restoreSitting(await store.read(id), settings);
  await expectSame(asked, sitting, redactSafely(redactor, logger));
  if (joinable.isEnding()) {
    await joinable.ended;
    return { kind: 'again' };
  }
  expectCapsUnderWay(asked, sitting);
  return { kind: 'joined', joinable };
}

async function prepare(
  asked: ResumeRequest,
  id: string,
  store: RunStore,
  dependencies: CouncilDependencies,
): Promise<Next> {
  const { directory, redactor, logger } = dependencies;
  const record = await store.read(id);
  const { sitting, lacks } = restoreSitting(record, dependencies.settings);
  await expectSame(asked, sitting, redactSafely(redactor, logger));
  const found = findToResume(asked, record, sitting);
  if (found.kind === 'finished') {
    await expectInProject(asked, sitting);
    return found;
  }
  const request: CheckedRequest = { ...found.request, workingDirectory: await expectFolder(asked, sitting) };
  // Before it is taken over: what nobody can sit down to is left as it is.
  const seats = await restoreSeats(sitting.seats, directory);
  const settings = settingsToContinue(sitting.settings, dependencies.settings);
  const claim = async (): Promise<Holding> => {
    const attempt = await continueAttempt(
      { ...sitting, request, settings },
      sitting.settings.evidence,
      store,
      dependencies,
    );
    const forecast = () => forecastDebate(request, seats, { ...dependencies, settings });
    return { attempt, seats, forecast, notice: together(noticeOf(attempt), describeLacks(record.version, lacks)) };
  };
  return { kind: 'open', claim };
}

async function openRuns({ runs }: CouncilDependencies): Promise<RunStore> {
  if (runs === undefined) {
    throw new UserError('conflict', 'deliberations are not recorded here, so none can be continued; begin a new one');
  }
  // To look for something in a database is no reason to make one.
  if ((await runs.exists?.()) !== false) return runs.open();
  throw new UserError(
    'not_found',
    'no deliberation is recorded in this project, so there is none to be continued; ask a question to begin one, or name the project it was about',
  );
}

function noticeOf({ continued }: Pick<Attempt, 'continued'>): string | null {
  return continued === undefined ? null : describeContinuation(continued);
}

function describeContinuation({ calls: recorded }: RunRecord): string {
  const calls = [...latestCalls(recorded).values()];
  const kept = calls.filter((call) => answerToKeep(call) !== undefined).length;
  const again = calls.filter((call) => answerToKeep(call) === undefined && call.askedAt !== null).length;
  return `Continued: ${kept} ${kept === 1 ? 'call is' : 'calls are'} kept, ${again} that came to no answer ${again === 1 ? 'is' : 'are'} made again.`;
}
