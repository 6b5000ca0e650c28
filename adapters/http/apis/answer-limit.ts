import { type ModelFailure, type ModelRequest, sumUsage, type Usage } from '../../../src/models/index.js';
import type { Attempt } from '../call/attempt.js';

/**
 * Asks with the limit that a cost cap leaves for the answer, however high it is. A model turns away a request with a
 * limit above its own, in words that differ from server to server: it is then asked again with a smaller one, in the end
 * with one that every model takes. So no call that should have a limit goes without, and a generous cap keeps nobody
 * from answering.
 */
export async function withinLimit(
  { maxAnswerTokens: highest }: Pick<ModelRequest, 'maxAnswerTokens'>,
  ask: (limit: number | undefined) => Promise<Attempt>,
): Promise<Attempt> {
  if (highest === undefined) return ask(undefined);
  const turnedAway: Usage[] = [];
  let limit = highest;
  for (;;) {
    const attempt = await ask(limit);
    const smaller = SMALLER_LIMITS.find((candidate) => candidate < limit);
    if (attempt.ok || smaller === undefined || !isTurnedAway(attempt.error.failure))
      return withAll(attempt, turnedAway);
    turnedAway.push(attempt.error.usage);
    limit = smaller;
  }
}

/** What models of today can write, and what the smallest can. */
const SMALLER_LIMITS = [16_000, 4_096];

function isTurnedAway(failure: ModelFailure): boolean {
  return failure.kind === 'rejected' && (failure.status === 400 || failure.status === 422);
}

/** What was turned away was sent all the same, and is told as a further try. */
function withAll(attempt: Attempt, turnedAway: readonly Usage[]): Attempt {
  if (turnedAway.length === 0) return attempt;
  return attempt.ok
    ? { ok: true, value: { ...attempt.value, usage: sumUsage([...turnedAway, attempt.value.usage]) } }
    : { ok: false, error: { ...attempt.error, usage: sumUsage([...turnedAway, attempt.error.usage]) } };
}

/** In the field that the API has for it. */
export function limitIn(field: string, limit: number | undefined): Readonly<Record<string, number>> {
  return limit === undefined ? {} : { [field]: limit };
}
