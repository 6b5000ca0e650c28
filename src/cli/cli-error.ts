import { errorMessage } from '../kernel/error-code.js';
import { isUserError, type UserError } from '../kernel/user-error.js';

export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** One line for people, and the exit code for scripts. */
export interface CliError {
  readonly line: string;
  readonly exitCode: number;
}

export function toCliError(error: unknown): CliError {
  if (isUserError(error)) return { line: error.message, exitCode: exitCodeOf(error) };
  // A bug or a machine problem. The stack is not for the user.
  const message = errorMessage(error);
  return { line: `unexpected failure: ${message}`, exitCode: EXIT.failed };
}

function exitCodeOf(error: UserError): number {
  switch (error.type) {
    case 'validation_error':
    case 'not_found':
      return EXIT.wrongUsage;
    case 'insufficient_data':
    case 'conflict':
    case 'timeout':
    case 'internal_error':
      return EXIT.failed;
  }
}
