import type { ModelFailure, ModelRequest, Usage } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure, withEarlier } from '../call/attempt.js';

/** The limit of the answer's length in a request; empty without a limit. */
export type LimitFields = Readonly<Record<string, number>>;

/**
 * Asks with the limit that a cost cap leaves for the answer. A server that rejects the limit is asked again: with a
 * smaller one if it is too high, under the other name of the field if this one is unknown, and without a limit only if
 * the limit is far above any answer. So a high cap never prevents an answer, and a low one is never exceeded. Other
 * rejections are not retried.
 */
export async function withinLimit(
  { maxAnswerTokens: highest }: Pick<ModelRequest, 'maxAnswerTokens'>,
  fields: readonly string[],
  ask: (limit: LimitFields) => Promise<Attempt>,
): Promise<Attempt> {
  if (highest === undefined) return ask({});
  const rejected: Usage[] = [];
  const names = [...fields];
  let limit = highest;
  for (;;) {
    const [name = ''] = names;
    const attempt = await ask({ [name]: limit });
    const objection = attempt.ok ? undefined : objectionIn(attempt.error.failure, limit);
    if (attempt.ok || objection === undefined) return withEarlier(attempt, rejected);
    rejected.push(attempt.error.usage);
    const smaller = SMALLER_LIMITS.find((candidate) => candidate < limit);
    if (objection === 'too_high' && smaller !== undefined) limit = smaller;
    else if (names.length > 1) names.shift();
    else if (highest > ENOUGH_TOKENS) return withEarlier(await ask({}), rejected);
    else return withEarlier(causedByCostCap(attempt.error, highest), rejected.slice(0, -1));
  }
}

/** Several times a long answer of a debate; the smallest models can write as much. */
const ENOUGH_TOKENS = 4_096;
const SMALLER_LIMITS = [16_000, ENOUGH_TOKENS];

/** Why a server rejects the limit; undefined for another reason. Every server has its own message. */
function objectionIn(failure: ModelFailure, limit: number): 'too_high' | 'field' | undefined {
  if (failure.kind !== 'rejected' || (failure.status !== 400 && failure.status !== 422)) return undefined;
  const message = failure.detail.replace(/(?<=\d)[,_](?=\d{3})/g, '');
  // A small number may mean anything.
  const namesNumber = limit >= 1_000 && new RegExp(`(?<!\\d)${limit}(?!\\d)`).test(message);
  const namesLength =
    /\btokens?\b/i.test(message) && (ANSWER.test(message) || (/\blimit\b/i.test(message) && !PROMPT.test(message)));
  if (!namesNumber && !namesLength && !FIELD.test(message)) return undefined;
  return TOO_HIGH.test(message) && !UNKNOWN_FIELD.test(message) ? 'too_high' : 'field';
}

const FIELD = /max\w*[_ -]?tokens|num_predict/i;
const ANSWER = /\b(?:completion|output|answer|response|generat\w+)\b/i;
const PROMPT = /\b(?:prompt|context|input|messages?)\b/i;
const TOO_HIGH =
  /\btoo (?:large|high|big|long|many)|exceed|at most|up to|maximum|(?:less|greater|larger|more|higher) than|\brange\b|between|<=|≤/i;
const UNKNOWN_FIELD = /unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|instead/i;

function causedByCostCap({ failure, usage }: FailedAttempt, limit: number): Attempt {
  if (failure.kind !== 'rejected') return finalFailure(failure, usage);
  const cause = `it does not take the answer limit of ${limit} tokens that the cost cap leaves`;
  const detail = `${cause} (${failure.detail}); leave out max_cost_usd to ask it without a limit`;
  return finalFailure({ ...failure, detail }, usage);
}
