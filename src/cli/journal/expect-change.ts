import type { JournalFailure } from '../../journal/index.js';
import type { Result } from '../../kernel/result.js';
import { UserError } from '../../kernel/user-error.js';

/** The result of a change, or a `UserError` with the reason. */
export function expectChange<Value>(result: Result<Value, JournalFailure>): Value {
  if (result.ok) return result.value;
  const { kind, message } = result.error;
  if (kind === 'several_open') throw new UserError('validation_error', message);
  throw new UserError(kind === 'unwritable' ? 'internal_error' : 'conflict', message);
}
