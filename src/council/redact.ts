import type { Logger } from '../kernel/logger.js';
import type { ModelFailure } from '../models/index.js';
import type { TextRedactor } from './contract/council.js';
import type { DeliberationResult } from './contract/result.js';
import type { Vote } from './contract/vote.js';

/** Takes secrets out of a text before it is stored, sent or logged. Never rejects. */
export type Redact = (text: string) => Promise<string>;

/** A search for secrets that fails must neither end a deliberation nor let the text through unseen. */
export function redactSafely(redactor: TextRedactor, logger: Logger): Redact {
  return async (text) => {
    try {
      return await redactor.redact(text);
    } catch (error) {
      logger.log('warn', 'redaction_incomplete', { message: String(error) });
      return redactor.redactNow(text);
    }
  };
}

/** A tool may repeat a key in its message. */
export async function redactFailure(failure: ModelFailure, redact: Redact): Promise<ModelFailure> {
  const fields = Object.entries(failure).map(async ([name, value]): Promise<[string, unknown]> => {
    return [name, typeof value === 'string' && name !== 'kind' ? await redact(value) : value];
  });
  return Object.fromEntries(await Promise.all(fields)) as unknown as ModelFailure;
}

/** JSON may spell a secret with escapes, which only show once the vote is read. */
export async function redactVote(vote: Vote, redact: Redact): Promise<Vote> {
  const { changed_because: because, ranking, same } = vote;
  return {
    ...vote,
    option: await redact(vote.option),
    rationale: await redact(vote.rationale),
    ...(because === undefined ? {} : { changed_because: await redact(because) }),
    ...(ranking === undefined ? {} : { ranking: await Promise.all(ranking.map(redact)) }),
    ...(same === undefined
      ? {}
      : { same: await Promise.all(same.map(async ([a, b]) => [await redact(a), await redact(b)] as const)) }),
  };
}

/** The last net before anything is stored: every text of the result, whatever way it came in. */
export function redactResult(result: DeliberationResult, redactor: TextRedactor): DeliberationResult {
  const redactNow = (text: string) => redactor.redactNow(text);
  const { working_directory, ...rest } = result;
  return { ...(redactDeep(rest, redactNow) as Omit<DeliberationResult, 'working_directory'>), working_directory };
}

function redactDeep(value: unknown, redactNow: (text: string) => string): unknown {
  if (typeof value === 'string') return redactNow(value);
  if (Array.isArray(value)) return value.map((entry) => redactDeep(entry, redactNow));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, redactDeep(entry, redactNow)]));
}
