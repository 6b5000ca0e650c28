import type { JournalFailure } from '../../../journal/index.js';
import type { Result } from '../../../kernel/result.js';
import { UserError, type UserErrorType } from '../../../kernel/user-error.js';

/** What a change of the journal brought, or the `UserError` that tells the caller why there was none. */
export function expectChange<Value>(result: Result<Value, JournalFailure>): Value {
  if (result.ok) return result.value;
  const { kind, message } = result.error;
  throw new UserError(TYPES[kind], kind === 'none_active' ? NONE_ACTIVE : message);
}

const NONE_ACTIVE = 'no entry is active; begin one with start_ghap';

const TYPES: Readonly<Record<JournalFailure['kind'], UserErrorType>> = {
  already_active: 'conflict',
  none_active: 'not_found',
  no_such_session: 'not_found',
  // It was put aside: from the caller's view there is no entry any more.
  corrupted: 'not_found',
  busy: 'conflict',
  unwritable: 'internal_error',
};
