import type { Result } from './result.js';

/** The types of error that an entry point shows to its caller. */
export type UserErrorType =
  | 'validation_error'
  | 'not_found'
  | 'insufficient_data'
  | 'conflict'
  | 'timeout'
  | 'internal_error';

/**
 * A request that the program cannot act on. The message is one line with the cause and the fix. Every entry point shows
 * it unchanged, so it never contains a secret or a stack.
 */
export class UserError extends Error {
  readonly type: UserErrorType;
  /** Marks it for code of another bundle, which has a class of its own. */
  readonly isForUser = true;
  /** What a page needs to help the person out, such as both versions of a text. */
  readonly details: unknown;

  constructor(type: UserErrorType, message: string, details?: unknown) {
    super(message);
    this.name = 'UserError';
    this.type = type;
    this.details = details;
  }
}

/** Also for an error of another bundle, which has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && 'isForUser' in error;
}

/** The value of a result, or the `UserError` that tells the caller why there is none. */
export function expectValue<Value, Kind extends string>(
  result: Result<Value, { readonly kind: Kind; readonly message: string; readonly details?: unknown }>,
  types: Readonly<Record<Kind, UserErrorType>>,
): Value {
  if (result.ok) return result.value;
  const { kind, message, details } = result.error;
  throw new UserError(types[kind], message, details);
}
