import { errorMessage } from '../kernel/error-code.js';
import { settleWithin } from '../kernel/time-limit.js';
import { type AnswerSchema, type ModelAnswer, type ModelBriefing, NEVER_ASKED, type Usage } from '../models/index.js';
import type { Deliberation } from './deliberation.js';
import type { Seat } from './panel/seat.js';
import type { CallKey } from './record/run.js';
import { type Redact, redactFailure } from './redact.js';
import type { TimeLimits } from './time-limits.js';

export interface ParticipantCall {
  readonly seat: Seat;
  readonly key: CallKey;
  readonly prompt: string;
  /** The prompt as data, for participants that cannot read prose. */
  readonly briefing?: ModelBriefing;
  /** For an answer that is JSON. */
  readonly answerSchema?: AnswerSchema;
  readonly limits: TimeLimits;
  /** Called only if the model is really asked: not for an answer from the record, nor if the cap prevents the call. */
  readonly onAsk?: () => void;
}

/**
 * The only way to ask a participant, in a turn and for the summary: the call is recorded, paid from the budget, made
 * unless it was answered before, and added to the ledger.
 */
export async function askParticipant(deliberation: Deliberation, call: ParticipantCall): Promise<ModelAnswer> {
  const { run, budget } = deliberation;
  const { seat, key, prompt } = call;
  const role = key.phase === 'turn' ? 'participant' : 'summary';
  const answer = await run.call(key, prompt, (onLate) =>
    budget.spend({ seat, role, prompt }, (maxAnswerTokens) => {
      call.onAsk?.();
      return askModel(deliberation, { ...call, maxAnswerTokens, onLate });
    }),
  );
  budget.addEntry(seat, role, answer);
  return answer;
}

interface ModelCall extends ParticipantCall {
  /** Undefined without a limit. */
  readonly maxAnswerTokens: number | undefined;
  readonly onLate: (answer: ModelAnswer) => void;
}

/**
 * Always settles when the limits end, even if the adapter does not: a participant that hangs must not delay the round.
 * Its clean-up continues in the background. The answer is free of secrets.
 */
async function askModel(
  { request: { workingDirectory }, redact }: Deliberation,
  { seat, prompt, briefing, answerSchema, limits, maxAnswerTokens, onLate }: ModelCall,
): Promise<ModelAnswer> {
  if (limits.signal.aborted) return ended(limits, NEVER_ASKED);
  const request = {
    model: seat.model,
    prompt,
    ...(briefing === undefined ? {} : { briefing }),
    ...(answerSchema === undefined ? {} : { answerSchema }),
    workingDirectory,
    signal: limits.signal,
    ...(seat.reasoningEffort === undefined ? {} : { reasoningEffort: seat.reasoningEffort }),
    ...(maxAnswerTokens === undefined ? {} : { maxAnswerTokens }),
  };
  const asking = withoutThrowing(() => seat.adapter.ask(request));
  const settled = await settleWithin({ signal: limits.signal }, () => asking);
  if (!settled.ok) {
    // An answer that was paid for is kept, also when the round no longer waits for it.
    void asking.then((answer) => withoutSecrets(answer, redact)).then(onLate);
    return ended(limits, {});
  }
  const answer = settled.value;
  // The adapter only knows that it was cancelled; the reason is known here.
  if (!answer.ok && answer.error.failure.kind === 'cancelled' && limits.signal.aborted) {
    return { ok: false, error: { failure: limits.reason(), usage: answer.error.usage } };
  }
  return withoutSecrets(answer, redact);
}

async function withoutSecrets(answer: ModelAnswer, redact: Redact): Promise<ModelAnswer> {
  if (answer.ok) return { ok: true, value: { ...answer.value, text: await redact(answer.value.text) } };
  const { failure, usage } = answer.error;
  return { ok: false, error: { failure: await redactFailure(failure, redact), usage } };
}

function ended(limits: TimeLimits, usage: Usage): ModelAnswer {
  return { ok: false, error: { failure: limits.reason(), usage } };
}

/** An adapter promises to return a value; one that throws (a bug, or a library user's own) still only fails its seat. */
async function withoutThrowing(ask: () => Promise<ModelAnswer>): Promise<ModelAnswer> {
  try {
    const answer: ModelAnswer | undefined = await ask();
    return answer ?? unexpected('the adapter returned nothing');
  } catch (error) {
    return unexpected(errorMessage(error));
  }
}

function unexpected(detail: string): ModelAnswer {
  return { ok: false, error: { failure: { kind: 'unreadable_answer', detail }, usage: {} } };
}
