import { describeFailure, type ModelFailure } from '../../models/index.js';
import { CoachError } from '../coach-error.js';
import type { CallType, ErrorCode } from '../vocabulary.js';

/** A call of the coach without a usable answer. The message has the cause and, where there is one, the fix. */
export class ApiCallError extends CoachError {
  /** Undefined if no model was asked. */
  readonly failure: ModelFailure | undefined;

  constructor(message: string, failure?: ModelFailure, code: ErrorCode = 'INTERNAL_ERROR') {
    super(code, message);
    this.name = new.target.name;
    this.failure = failure;
  }
}

/** The model declined to answer. */
export class ApiRefusalError extends ApiCallError {}

/** The answer is longer than `maxTokens`, or than what the model can hold: only a part of it came. */
export class ApiMaxTokensError extends ApiCallError {}

/** The calls of today have reached the limit. Nothing was asked. */
export class ApiDailyCapError extends ApiCallError {
  /** Calls that run may cost the rest of the day, but need not. */
  readonly lasts: 'until tomorrow' | 'until others end';

  constructor(message: string, lasts: ApiDailyCapError['lasts'] = 'until tomorrow') {
    super(message, undefined, 'RATE_LIMITED');
    this.lasts = lasts;
  }
}

/** There is no model to ask. */
export class ApiNoModelError extends ApiCallError {
  constructor() {
    super('the coach has no model: set ANTHROPIC_API_KEY, log in to Claude Code, or see `witan doctor`');
  }
}

export function toApiError(callType: CallType, failure: ModelFailure): ApiCallError {
  const message = `${callType}: ${describeFailure(failure)}`;
  if (failure.kind === 'refused') return new ApiRefusalError(message, failure);
  if (failure.kind === 'truncated') return new ApiMaxTokensError(message, failure);
  return new ApiCallError(message, failure);
}

/** The error of a call with what could not be done because of it; another error stays. */
export function withContext(error: unknown, text: string): unknown {
  if (!(error instanceof ApiCallError)) return error;
  const cause = error.failure === undefined ? error.message : describeFailure(error.failure);
  return new ApiCallError(`${text}: ${cause}`, error.failure);
}
