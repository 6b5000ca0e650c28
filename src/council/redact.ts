import type { Logger } from '../kernel/logger.js';
import { mapTexts } from '../kernel/map-texts.js';
import type { ModelFailure } from '../models/index.js';
import type { TextRedactor } from './contract/council.js';
import type { DeliberationResult } from './contract/result.js';
import type { Vote } from './contract/vote.js';

/** Takes secrets out of a text before it is stored, sent or logged. Never rejects. */
export type Redact = (text: string, path?: string) => Promise<string>;

/** A search for secrets that fails must neither end a deliberation nor let the text through unseen. */
export function redactSafely(redactor: TextRedactor, logger: Logger): Redact {
  return async (text, path) => {
    try {
      return await redactor.redact(text, path);
    } catch (error) {
      logger.log('warn', 'redaction_incomplete', { message: String(error) });
      return redactor.redactNow(text);
    }
  };
}

/** A tool may repeat a key in its message. */
export async function redactFailure(failure: ModelFailure, redact: Redact): Promise<ModelFailure> {
  return { ...(await redactTexts(failure, redact)), kind: failure.kind } as ModelFailure;
}

/** JSON may spell a secret with escapes, which only show once the vote is read. */
export function redactVote(vote: Vote, redact: Redact): Promise<Vote> {
  return redactTexts(vote, redact);
}

async function redactTexts<Value>(value: Value, redact: Redact): Promise<Value> {
  const redacted = new Map<string, Promise<string>>();
  const collect = (text: string) => {
    redacted.set(text, redact(text));
    return text;
  };
  mapTexts(value, collect);
  const texts = new Map(await Promise.all([...redacted].map(async ([text, safe]) => [text, await safe] as const)));
  return mapTexts(value, (text) => texts.get(text) ?? text);
}

/** The last net before anything is stored: every text of the result, whatever way it came in. */
export function redactResult(result: DeliberationResult, redactor: TextRedactor): DeliberationResult {
  const { working_directory } = result;
  return { ...mapTexts(result, (text) => redactor.redactNow(text)), working_directory };
}
