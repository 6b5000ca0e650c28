import { formatCount } from '../kernel/format-count.js';
import { UserError } from '../kernel/user-error.js';
import { forecastDebate } from './budget/forecast.js';
import type { EngineDependencies } from './contract/council.js';
import type { CheckedRequest, ResumeRequest } from './contract/request.js';
import type { DeliberationResult } from './contract/result.js';
import { restoreSeats } from './panel/seat.js';
import { redactSafely } from './redact.js';
import { joinNotices, runDeliberation, type StartedAttempt } from './run-deliberation.js';
import { expectFolder, expectOwnProject, expectSame, expectSameCaps } from './runs/expect-same.js';
import { findToResume, idToResume } from './runs/find-to-resume.js';
import { continueAttempt } from './runs/open-attempt.js';
import { describeLacks, restoreSetup } from './runs/restore-setup.js';
import type { Caller, RunningDeliberation, RunningDeliberations } from './runs/running-deliberations.js';
import { settingsToContinue } from './runs/setup.js';
import { answerToKeep, latestCalls, type RunRecord } from './runs/store/run-record.js';
import type { RunStore, RunsSource } from './runs/store/run-store.js';
import { withSavedTranscript } from './transcript/save-transcript.js';

export interface CouncilDependencies extends EngineDependencies {
  /** Where running deliberations are recorded; without it an interrupted one is lost. */
  readonly runs?: RunsSource;
}

interface ResumeContext extends CouncilDependencies {
  readonly running: RunningDeliberations;
}

/** Continues a deliberation that was interrupted; one that runs in this process is joined. */
export async function resumeDeliberation(
  asked: ResumeRequest,
  caller: Caller,
  context: ResumeContext,
): Promise<DeliberationResult> {
  const { running } = context;
  const store = await openRuns(context);
  // Only when all ends are written is it known which one was interrupted last.
  if (asked.deliberation_id === 'last') await store.settle();
  const id = await idToResume(asked, store);
  for (;;) {
    const current = running.find(id);
    if (current === undefined) await store.settle(id);
    const record = await store.read(id);
    const next =
      current === undefined
        ? await prepare(asked, record, { ...context, store })
        : await checkJoin(asked, record, { ...context, current });
    // Another caller may have started or ended it while the record was read.
    if (next.kind === 'join' && current === running.find(id)) return next.current.join(caller);
    if (next.kind === 'finished') {
      caller.onProgress?.({ kind: 'already_finished', deliberation_id: id, notice: next.notice });
      return next.result;
    }
    if (next.kind === 'open' && running.find(id) === undefined) {
      return running.start(id, caller, async (subscribers) =>
        runDeliberation(await next.claim(), subscribers, context),
      );
    }
  }
}

type Next =
  | { readonly kind: 'join'; readonly current: RunningDeliberation }
  | { readonly kind: 'again' }
  | { readonly kind: 'finished'; readonly result: DeliberationResult; readonly notice: string }
  | { readonly kind: 'open'; readonly claim: () => Promise<StartedAttempt> };

async function checkJoin(
  asked: ResumeRequest,
  record: RunRecord,
  { current, settings, redactor, logger }: ResumeContext & { readonly current: RunningDeliberation },
): Promise<Next> {
  const { setup } = restoreSetup(record, settings);
  await expectSame(asked, setup, redactSafely(redactor, logger));
  if (current.isEnding()) {
    await current.ended;
    return { kind: 'again' };
  }
  expectSameCaps(asked, setup);
  return { kind: 'join', current };
}

async function prepare(
  asked: ResumeRequest,
  record: RunRecord,
  { store, ...dependencies }: CouncilDependencies & { readonly store: RunStore },
): Promise<Next> {
  const { directory, redactor, logger } = dependencies;
  const { setup, lacks } = restoreSetup(record, dependencies.settings);
  await expectSame(asked, setup, redactSafely(redactor, logger));
  await expectOwnProject(asked, setup);
  const found = findToResume(asked, record, setup);
  if (found.kind === 'finished') {
    return { ...found, result: withSavedTranscript(found.result, dependencies.settings) };
  }
  const request: CheckedRequest = { ...found.request, workingDirectory: await expectFolder(setup) };
  // Before the run is taken over: a run whose participants cannot be asked is left as it is.
  const seats = await restoreSeats(setup.seats, directory);
  const settings = settingsToContinue(setup.settings, dependencies.settings);
  const plan = {
    setup: { ...setup, request, settings },
    seats,
    forecast: () => forecastDebate(request, seats, { ...dependencies, settings }),
  };
  const claim = async (): Promise<StartedAttempt> => {
    const attempt = await continueAttempt(plan, store, dependencies);
    const kept = attempt.continued === undefined ? null : describeContinuation(attempt.continued);
    return { ...attempt, notice: joinNotices(kept, describeLacks(record.version, lacks)) };
  };
  return { kind: 'open', claim };
}

async function openRuns({ runs }: CouncilDependencies): Promise<RunStore> {
  if (runs === undefined) {
    throw new UserError('conflict', 'deliberations are not recorded here, so none can be continued; begin a new one');
  }
  // Looking for a run must not create a database.
  if ((await runs.exists?.()) !== false) return runs.open();
  throw new UserError(
    'not_found',
    'no deliberation is recorded in this project, so there is none to be continued; ask a question to begin one, or name the project it was about',
  );
}

function describeContinuation({ calls: recorded }: RunRecord): string {
  const calls = [...latestCalls(recorded).values()];
  const kept = calls.filter((call) => answerToKeep(call) !== undefined).length;
  const again = calls.filter((call) => answerToKeep(call) === undefined && call.askedAt !== null).length;
  return `Continued: ${formatCount(kept, 'call is', 'calls are')} kept, ${again} without an answer ${again === 1 ? 'is' : 'are'} made again.`;
}
