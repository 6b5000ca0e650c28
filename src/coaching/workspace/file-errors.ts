import type { Result } from '../../kernel/result.js';
import type { FileProblem } from '../../project/person/file-problem.js';
import { CoachError } from '../coach-error.js';

/** The value, or the error that the page and the tools report. */
export function expectFile<Value>(result: Result<Value, FileProblem>): Value {
  if (result.ok) return result.value;
  throw coachError(result.error);
}

export function coachError(problem: FileProblem): CoachError {
  return new CoachError(problem.code, problem.message, 'details' in problem ? problem.details : undefined);
}
