import { type ModelFailure, type ModelRequest, sumUsage, type Usage } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure } from '../call/attempt.js';

/** What a request says of the answer's length; nothing where it may be as long as it likes. */
export type LimitFields = Readonly<Record<string, number>>;

/**
 * Asks with the limit that a cost cap leaves for the answer, however high it is. A server that turns the limit away is
 * asked again: with a smaller one where it is too high, under the field's other name where it does not know this one,
 * and without any only where the limit is far above an answer. So a generous cap keeps nobody from answering, and a
 * tight one is never passed. Whatever else a server turns away, it is asked once.
 */
export async function withinLimit(
  { maxAnswerTokens: highest }: Pick<ModelRequest, 'maxAnswerTokens'>,
  fields: readonly string[],
  ask: (limit: LimitFields) => Promise<Attempt>,
): Promise<Attempt> {
  if (highest === undefined) return ask({});
  const turnedAway: Usage[] = [];
  const names = [...fields];
  let limit = highest;
  for (;;) {
    const [name = ''] = names;
    const attempt = await ask({ [name]: limit });
    const objection = attempt.ok ? undefined : objectionIn(attempt.error.failure, limit);
    if (attempt.ok || objection === undefined) return withAll(attempt, turnedAway);
    turnedAway.push(attempt.error.usage);
    const smaller = SMALLER_LIMITS.find((candidate) => candidate < limit);
    if (objection === 'too_high' && smaller !== undefined) limit = smaller;
    else if (names.length > 1) names.shift();
    else if (highest > MIN_UNBINDING_LIMIT) return withAll(await ask({}), turnedAway);
    else return withAll(causedByCostCap(attempt.error, highest), turnedAway.slice(0, -1));
  }
}

/** Several times a long answer of a debate, and as much as the smallest models can write. */
const MIN_UNBINDING_LIMIT = 4_096;
/** What models of today can write, and what the smallest can. */
const SMALLER_LIMITS = [16_000, MIN_UNBINDING_LIMIT];

/** What a server has against the limit; undefined where it speaks of something else. Each says it in words of its own. */
function objectionIn(failure: ModelFailure, limit: number): 'too_high' | 'field' | undefined {
  if (failure.kind !== 'rejected' || (failure.status !== 400 && failure.status !== 422)) return undefined;
  const words = failure.detail.replace(/(?<=\d)[,_](?=\d{3})/g, '');
  // A short number may stand for anything.
  const namesNumber = limit >= 1_000 && new RegExp(`(?<!\\d)${limit}(?!\\d)`).test(words);
  const namesLength =
    /\btokens?\b/i.test(words) && (ANSWER.test(words) || (/\blimit\b/i.test(words) && !PROMPT.test(words)));
  if (!namesNumber && !namesLength && !FIELD.test(words)) return undefined;
  return TOO_HIGH.test(words) && !UNKNOWN_FIELD.test(words) ? 'too_high' : 'field';
}

const FIELD = /max\w*[_ -]?tokens|num_predict/i;
const ANSWER = /\b(?:completion|output|answer|response|generat\w+)\b/i;
/** Which no other limit makes shorter. */
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

/** What was turned away was sent all the same, and is told as a further try. */
function withAll(attempt: Attempt, turnedAway: readonly Usage[]): Attempt {
  if (turnedAway.length === 0) return attempt;
  return attempt.ok
    ? { ok: true, value: { ...attempt.value, usage: sumUsage([...turnedAway, attempt.value.usage]) } }
    : { ok: false, error: { ...attempt.error, usage: sumUsage([...turnedAway, attempt.error.usage]) } };
}
