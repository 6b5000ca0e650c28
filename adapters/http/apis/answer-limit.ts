import type { ModelRequest } from '../../../src/models/index.js';

/**
 * The limit that a cost cap leaves for the answer, in the field that the API has for it. Left out where it is above
 * what every model of the API accepts: a request that is turned away would be worse than one without a limit.
 */
export function answerLimit(
  field: string,
  { maxAnswerTokens }: ModelRequest,
  highest = Number.POSITIVE_INFINITY,
): Readonly<Record<string, number>> {
  return maxAnswerTokens === undefined || maxAnswerTokens > highest ? {} : { [field]: maxAnswerTokens };
}
