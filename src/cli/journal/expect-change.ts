import type { JournalFailure } from '../../journal/index.js';
import type { Result } from '../../kernel/result.js';
import { UserError } from '../../kernel/user-error.js';

/** What a change brought; a journal that refused it ends the command with its reason. */
export function expectChange<Value>(result: Result<Value, JournalFailure>): Value {
  if (result.ok) return result.value;
  throw new UserError(result.error.kind === 'unwritable' ? 'internal_error' : 'conflict', result.error.message);
}
