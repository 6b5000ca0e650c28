import type { Result } from '../../../kernel/result.js';

/** The real programs, each run in a sandbox of its own in which there is no file of the project. */
export interface Programs {
  /** Fails with a sentence when the program could not be run as it should. */
  run(request: ProgramRequest): Promise<Result<ProgramOutput, string>>;
}

export interface ProgramRequest {
  readonly program: ProgramName;
  /** Built by us from what was parsed; never what a participant wrote, and never a path. */
  readonly args: readonly string[];
  /** What the program works on: text of checked files, without its secrets. */
  readonly stdin: Uint8Array;
  /** Exit codes that mean that the program did its work. */
  readonly expectedCodes: readonly number[];
  readonly signal: AbortSignal;
}

export interface ProgramOutput {
  readonly stdout: string;
  /** There was more than is kept. */
  readonly isCut: boolean;
}

/** Those that read contents; names and facts are listed and tested by our own code. */
export const PROGRAM_NAMES = ['grep', 'cat', 'head', 'tail'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];
