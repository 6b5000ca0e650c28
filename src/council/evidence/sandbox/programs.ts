import type { Result } from '../../../kernel/result.js';

/** The real programs, each run in a sandbox of its own. */
export interface Programs {
  /** Fails with a sentence when the program could not be run as it should. */
  run(request: ProgramRequest): Promise<Result<ProgramOutput, string>>;
}

export interface ProgramRequest {
  readonly program: ProgramName;
  /** Built by us from what was parsed; never what a participant wrote. */
  readonly args: readonly string[];
  readonly stdin?: Uint8Array;
  /** Open files that were checked. The program finds them as `/proc/self/fd/3` and so on. */
  readonly descriptors?: readonly number[];
  /** The project's folder, to be seen read-only at its own path; without it no file of the project is in the sandbox. */
  readonly projectRoot?: string;
  /** Exit codes that mean that the program did its work. */
  readonly expectedCodes: readonly number[];
  readonly signal: AbortSignal;
}

export interface ProgramOutput {
  readonly stdout: string;
  /** There was more than is kept. */
  readonly isCut: boolean;
}

export const PROGRAM_NAMES = ['ls', 'grep', 'find', 'cat', 'head', 'tail'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];
