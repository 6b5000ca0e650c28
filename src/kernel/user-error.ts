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

  constructor(type: UserErrorType, message: string) {
    super(message);
    this.name = 'UserError';
    this.type = type;
  }
}
