import type { ErrorCode } from '../../coaching/vocabulary.js';
import { ERROR_CODES } from '../../coaching/vocabulary.js';
import { errorCode } from '../../kernel/error-code.js';
import { isUserError } from '../../kernel/user-error.js';

export interface Problem {
  readonly code: ErrorCode;
  /** For the person. */
  readonly message: string;
  readonly details: unknown;
}

/** What the page learns about a failure. The cause of an unexpected one is only in the log. */
export function describeProblem(error: unknown): Problem {
  if (!isUserError(error)) return { code: 'INTERNAL_ERROR', message: UNEXPECTED, details: undefined };
  const code = ERROR_CODES.find((each) => each === errorCode(error)) ?? 'INTERNAL_ERROR';
  return { code, message: error.message, details: error.details };
}

const UNEXPECTED = 'Something went wrong; `.witan/witan.log` has the cause.';
