import type { JournalFailure } from '../../../journal/index.js';
import type { Result } from '../../../kernel/result.js';
import { UserError, type UserErrorType } from '../../../kernel/user-error.js';

/** The result of a change of the journal, or a `UserError` that says why there was none. */
export function expectChange<Value>(result: Result<Value, JournalFailure>): Value {
  if (result.ok) return result.value;
  const { kind, message } = result.error;
  throw new UserError(TYPES[kind], kind === 'none_active' ? NONE_ACTIVE : message);
}

const NONE_ACTIVE = 'no entry is open; begin one with start_ghap';

const TYPES: Readonly<Record<JournalFailure['kind'], UserErrorType>> = {
  none_active: 'not_found',
  several_open: 'validation_error',
  not_open: 'not_found',
  too_many_open: 'conflict',
  result_missing: 'validation_error',
  no_such_session: 'not_found',
  // It was moved aside: the caller has no such entry any more.
  corrupted: 'not_found',
  busy: 'conflict',
  unwritable: 'internal_error',
};
