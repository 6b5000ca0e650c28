import { newDeliberationId } from '../kernel/ids.js';
import { UserError } from '../kernel/user-error.js';
import { type CheckedRequest, checkRequest } from './check-request.js';
import { composeResult } from './compose-result.js';
import type { Council, CouncilDependencies, DeliberateOptions } from './council.js';
import { holdDebate } from './debate/hold-debate.js';
import { openEvidence } from './evidence/open-evidence.js';
import { readTrackRecords } from './memory/read-track-records.js';
import { recallPast } from './memory/recall-past.js';
import { rememberDecision } from './memory/remember-decision.js';
import { choosePanel } from './panel/choose-panel.js';
import { seatPanel } from './panel/seat-panel.js';
import type { OnProgress } from './progress.js';
import { type Redact, redactResult, redactSafely } from './redact.js';
import type { DeliberationRequest } from './request.js';
import type { DeliberationResult } from './result.js';
import { summarize } from './summary/summarize.js';
import { limitDeliberation } from './time-limits.js';
import { keepTranscript } from './transcript/keep-transcript.js';
import { reachVerdict } from './verdict/reach-verdict.js';

export function createCouncil(dependencies: CouncilDependencies): Council {
  return {
    deliberate: (request, options = {}) => deliberate(request, options, dependencies),
    defaultPanel: async () => {
      const { participants, notice } = await choosePanel(dependencies.directory, {});
      const seats = await seatPanel(participants, dependencies.directory, {});
      return { participants: seats.map(({ participant }) => participant), notice };
    },
  };
}

async function deliberate(
  asked: DeliberationRequest,
  options: DeliberateOptions,
  dependencies: CouncilDependencies,
): Promise<DeliberationResult> {
  const { clock, settings, directory } = dependencies;
  const start = clock.elapsed();
  const onProgress = guarded(options.onProgress, dependencies);
  refuseWithinCouncil(dependencies);
  const redact = redactSafely(dependencies.redactor, dependencies.logger);
  const request = await redactRequest(await checkRequest(asked, settings), redact);
  const defaultModels = options.defaultModels ?? {};
  const panel =
    asked.participants === undefined
      ? await choosePanel(directory, defaultModels)
      : { participants: asked.participants, notice: null };
  const seats = await seatPanel(panel.participants, directory, defaultModels);

  const deliberationId = newDeliberationId(clock.now());
  const participants = seats.map(({ participant }) => participant);
  onProgress({
    kind: 'started',
    deliberation_id: deliberationId,
    participants,
    rounds: request.rounds,
    notice: panel.notice,
  });
  const limits = limitDeliberation(options.signal, request.maxSeconds);
  try {
    const [{ evidence, refusal }, past] = await Promise.all([
      openEvidence(request.workingDirectory, limits, redact, dependencies),
      recallPast({ ...request, participants }, limits.signal, dependencies),
    ]);
    const means = { redact, evidence, evidenceRefusal: refusal, pastDecisions: await redact(past.text) };
    const debate = await holdDebate(deliberationId, request, seats, limits, onProgress, means, dependencies);
    const verdict = reachVerdict(debate, settings.quorum);
    const [written, records] = await Promise.all([
      summarize(deliberationId, request, debate, verdict, limits, onProgress, redact, dependencies),
      readTrackRecords(request.question, dependencies),
    ]);
    const seconds = (clock.elapsed() - start) / 1000;
    const result = composeResult({
      deliberationId,
      request,
      debate,
      verdict,
      written,
      past,
      records,
      isRemembered: dependencies.memory !== undefined,
      seconds,
      quorum: settings.quorum,
    });
    const transcribed = await keepTranscript(
      redactResult(result, dependencies.redactor),
      settings.transcriptsFolder,
      dependencies,
    );
    const kept = await rememberDecision(transcribed, dependencies);
    onProgress({ kind: 'finished', status: kept.status });
    return kept;
  } finally {
    limits.release();
  }
}

async function redactRequest(request: CheckedRequest, redact: Redact): Promise<CheckedRequest> {
  const { question, context } = request;
  return {
    ...request,
    question: await redact(question),
    context: context === undefined ? undefined : await redact(context),
  };
}

/** A participant that could convene a council of its own would start an endless row of paid calls. */
function refuseWithinCouncil({ isInsideCouncil }: CouncilDependencies): void {
  if (!isInsideCouncil) return;
  throw new UserError(
    'conflict',
    'a participant cannot convene another council; answer the question itself (WITAN_INSIDE_COUNCIL is set)',
  );
}

/** Whoever listens must not be able to stop the deliberation by throwing. */
function guarded(listener: OnProgress | undefined, { logger }: CouncilDependencies): OnProgress {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      logger.log('warn', 'progress_listener_failed', { message: String(error) });
    }
  };
}
