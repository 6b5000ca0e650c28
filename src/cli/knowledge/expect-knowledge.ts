import type { KnowledgeFailure } from '../../guidance/index.js';
import type { Result } from '../../kernel/result.js';
import { UserError } from '../../kernel/user-error.js';

const TYPES = {
  not_found: 'not_found',
  invalid: 'validation_error',
  busy: 'conflict',
  unreadable: 'internal_error',
  unwritable: 'internal_error',
} as const;

/** The result, or a `UserError` with the reason. */
export function expectKnowledge<Value>(result: Result<Value, KnowledgeFailure>): Value {
  if (result.ok) return result.value;
  throw new UserError(TYPES[result.error.kind], result.error.message);
}
