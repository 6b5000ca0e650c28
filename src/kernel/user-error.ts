/** The types of error that a door shows to its caller. */
export type UserErrorType =
  | 'validation_error'
  | 'not_found'
  | 'insufficient_data'
  | 'conflict'
  | 'timeout'
  | 'internal_error';

/**
 * Something the caller did that the program cannot act on. The message is one line that names the cause and the
 * remedy; every door shows it as it stands, so it never holds a secret or a stack.
 */
export class UserError extends Error {
  readonly type: UserErrorType;

  constructor(type: UserErrorType, message: string) {
    super(message);
    this.name = 'UserError';
    this.type = type;
  }
}
