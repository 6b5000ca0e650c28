import { UserError, type UserErrorType } from '../kernel/user-error.js';
import type { ErrorCode } from './vocabulary.js';

/** A request that the coach cannot act on, with the code that the page and the tools report. */
export class CoachError extends UserError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(TYPES[code], message, details);
    this.name = 'CoachError';
    this.code = code;
  }
}

const TYPES: Readonly<Record<ErrorCode, UserErrorType>> = {
  INVALID_JSON: 'validation_error',
  INVALID_MESSAGE: 'validation_error',
  NOT_FOUND: 'not_found',
  FORBIDDEN_PATH: 'validation_error',
  TOO_LARGE: 'validation_error',
  BINARY_FILE: 'validation_error',
  NO_SESSION: 'conflict',
  CONFLICT: 'conflict',
  RATE_LIMITED: 'conflict',
  NOT_IMPLEMENTED: 'validation_error',
  INTERNAL_ERROR: 'internal_error',
};
