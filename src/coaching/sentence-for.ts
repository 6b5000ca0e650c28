import { cutText } from '../kernel/cut-text.js';
import { errorMessage } from '../kernel/error-code.js';
import type { Logger } from '../kernel/logger.js';
import { plainLine } from '../kernel/plain-text.js';
import { isUserError } from '../kernel/user-error.js';

/** What the person reads about a failure. The cause of an unexpected one is only in the log. */
export function sentenceFor(error: unknown, logger: Logger): string {
  if (isUserError(error)) return cutText(plainLine(error.message), MAX_LENGTH);
  logger.log('error', 'coaching.failed', { error: errorMessage(error) });
  return 'Something went wrong; `.witan/witan.log` has the cause.';
}

const MAX_LENGTH = 500;
