import type { Clock } from '../../kernel/clock.js';
import type { Result } from '../../kernel/result.js';
import type { FileProblem } from '../../project/person/file-problem.js';
import type { PersonFiles } from '../../project/person/person-files.js';
import { CoachError } from '../coach-error.js';
import type { Buffers } from './buffers.js';
import type { PhaseBaselines } from './phase-baselines.js';

/** What the parts of a workspace share. */
export interface WorkspaceContext {
  readonly files: PersonFiles;
  readonly buffers: Buffers;
  readonly baselines: PhaseBaselines;
  /** Open files as they were last read; null for a file that is gone. Only so is known what another program replaced. */
  readonly opened: Map<string, KnownFile | null>;
  readonly clock: Clock;
}

interface KnownFile {
  readonly content: string;
  readonly version: string;
}

/** The one path of a file. Throws for a path that the person may not use. */
export function locate({ files }: WorkspaceContext, path: string): string {
  return expectFile(files.locate(path));
}

/** Also a path that leads out of the project by now, if there is unsaved text for it: the disk is not touched for that. */
export function locateTyped(context: WorkspaceContext, path: string): string {
  return context.buffers.get(path)?.dirty === true ? path : locate(context, path);
}

/** CONFLICT if another file is about to take the path of text that was typed and not saved, also in a folder. */
export function expectNoTypedText({ buffers }: WorkspaceContext, path: string): void {
  const typed = buffers.dirtyPaths().find((other) => other === path || other.startsWith(`${path}/`));
  if (typed === undefined) return;
  throw new CoachError('CONFLICT', `"${typed}" has text that was not saved; save or discard it first.`);
}

/** The text of a file on the disk; null if there is none, or none that can be edited. */
export async function savedText({ files }: WorkspaceContext, path: string): Promise<string | null> {
  const read = await files.readFile(path);
  return read.ok ? read.value.content : null;
}

/** The value, or the error that the page and the tools report. */
export function expectFile<Value>(result: Result<Value, FileProblem>): Value {
  if (result.ok) return result.value;
  throw coachError(result.error);
}

export function coachError(problem: FileProblem): CoachError {
  return new CoachError(problem.code, problem.message, 'details' in problem ? problem.details : undefined);
}
