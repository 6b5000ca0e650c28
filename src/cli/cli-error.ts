import { UserError } from '../kernel/user-error.js';

export const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** What went wrong, as the one line that a person reads and the exit code that a script reads. */
export interface CliError {
  readonly line: string;
  readonly exitCode: number;
}

export function toCliError(error: unknown): CliError {
  if (error instanceof UserError) return { line: error.message, exitCode: exitCodeOf(error) };
  // A fault of the program or the machine. The stack belongs into the log, not before the person.
  const message = error instanceof Error ? error.message : String(error);
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
