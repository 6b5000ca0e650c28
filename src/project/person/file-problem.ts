import { describeDiskError } from '../../kernel/disk-error.js';
import { errorCode } from '../../kernel/error-code.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { quoted } from '../read-path.js';

/** Why a file of the project cannot be read or changed: a code for programs, and one sentence for the person. */
export type FileProblem = { readonly message: string } & (
  | { readonly code: 'NOT_FOUND' | 'FORBIDDEN_PATH' | 'INTERNAL_ERROR' }
  /** Facts that can still be shown about a file that cannot be edited. */
  | { readonly code: 'TOO_LARGE' | 'BINARY_FILE'; readonly details: FileFacts }
  /** A name that is taken has no details. */
  | { readonly code: 'CONFLICT'; readonly details?: EditConflict }
);

interface FileFacts {
  readonly path: string;
  readonly size: number;
  readonly language: string;
}

/** Both texts, so that the person can choose. */
interface EditConflict {
  readonly path: string;
  readonly yours: string;
  /** Null if the file is gone. */
  readonly onDisk: { readonly content: string; readonly version: string } | null;
}

/** A problem that is found below functions which return other values. `asResult` turns it into a value. */
export class FileProblemError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function refuse(code: 'NOT_FOUND' | 'FORBIDDEN_PATH' | 'CONFLICT', message: string): FileProblemError {
  return new FileProblemError({ code, message });
}

/** Returns the result of the work, or its problem; what the disk says becomes a sentence about the path as it was written. */
export async function asResult<Value>(
  written: string,
  work: () => Promise<Value> | Value,
): Promise<Result<Value, FileProblem>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof FileProblemError) return failure(error.problem);
    return failure(describeSystemError(error, written));
  }
}

export function expectNoProblem<Value>(result: Result<Value, FileProblem>): Value {
  if (result.ok) return result.value;
  throw new FileProblemError(result.error);
}

function describeSystemError(error: unknown, written: string): FileProblem {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'NOT_FOUND', message: `There is no ${quoted(written)} in the project.` };
    case 'ELOOP':
      return { code: 'FORBIDDEN_PATH', message: linkMessage(written) };
    case 'ENAMETOOLONG':
      return { code: 'FORBIDDEN_PATH', message: `${quoted(written)} has a name that is too long for this disk.` };
    case 'EEXIST':
    case 'ENOTEMPTY':
      return { code: 'CONFLICT', message: `${quoted(written)} exists already; choose another name.` };
    case undefined:
      throw error;
    default:
      return {
        code: 'INTERNAL_ERROR',
        message: `${quoted(written)} was left as it was: ${describeDiskError(error) ?? code}.`,
      };
  }
}

export function linkMessage(written: string): string {
  return `${quoted(written)} is reached through a link; open the file that the link leads to.`;
}
