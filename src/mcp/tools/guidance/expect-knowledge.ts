import type { KnowledgeFailure } from '../../../guidance/index.js';
import type { Result } from '../../../kernel/result.js';
import { UserError, type UserErrorType } from '../../../kernel/user-error.js';

/** What was asked for, or the `UserError` that tells the caller why there is none. */
export function expectKnowledge<Value>(result: Result<Value, KnowledgeFailure>): Value {
  if (result.ok) return result.value;
  throw new UserError(TYPES[result.error.kind], result.error.message);
}

const TYPES: Readonly<Record<KnowledgeFailure['kind'], UserErrorType>> = {
  not_found: 'not_found',
  invalid: 'validation_error',
  busy: 'conflict',
  unreadable: 'internal_error',
  unwritable: 'internal_error',
};
