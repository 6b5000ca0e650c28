import { type ModelAnswer, type ModelBriefing, NEVER_ASKED, type Usage } from '../../models/index.js';
import type { Seat } from '../panel/seat.js';
import { type Redact, redactFailure } from '../redact.js';
import type { TimeLimits } from '../time-limits.js';
import { untilAborted } from '../until-aborted.js';

export interface ModelCall {
  readonly seat: Seat;
  readonly prompt: string;
  readonly briefing?: ModelBriefing;
  readonly workingDirectory: string;
  /** In tokens; undefined without a limit. */
  readonly longestAnswer: number | undefined;
}

/**
 * One call to a participant's model. It always settles when the limits end, even if the adapter does not: one
 * participant that hangs must not hold up the round. Its clean-up goes on behind. What comes back is free of secrets.
 */
export async function askModel(
  { seat, prompt, briefing, workingDirectory, longestAnswer }: ModelCall,
  limits: TimeLimits,
  redact: Redact,
  onLate: (answer: ModelAnswer) => void = () => undefined,
): Promise<ModelAnswer> {
  if (limits.signal.aborted) return ended(limits, NEVER_ASKED);
  const request = {
    model: seat.model,
    prompt,
    ...(briefing === undefined ? {} : { briefing }),
    workingDirectory,
    signal: limits.signal,
    ...(seat.reasoningEffort === undefined ? {} : { reasoningEffort: seat.reasoningEffort }),
    ...(longestAnswer === undefined ? {} : { maxAnswerTokens: longestAnswer }),
  };
  const asking = guarded(() => seat.adapter.ask(request));
  const settled = await untilAborted(limits.signal, () => asking);
  if (settled === 'aborted') {
    // What was paid for is worth keeping, also when the round no longer waits for it.
    void asking.then((answer) => withoutSecrets(answer, redact)).then(onLate);
    return ended(limits, {});
  }
  // The adapter only sees that it was cancelled; why is known here.
  if (!settled.ok && settled.error.failure.kind === 'cancelled' && limits.signal.aborted) {
    return { ok: false, error: { failure: limits.reason(), usage: settled.error.usage } };
  }
  return withoutSecrets(settled, redact);
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
async function guarded(ask: () => Promise<ModelAnswer>): Promise<ModelAnswer> {
  try {
    const answer: ModelAnswer | undefined = await ask();
    return answer ?? unexpected('the adapter returned nothing');
  } catch (error) {
    return unexpected(error instanceof Error ? error.message : String(error));
  }
}

function unexpected(detail: string): ModelAnswer {
  return { ok: false, error: { failure: { kind: 'unreadable_answer', detail }, usage: {} } };
}
