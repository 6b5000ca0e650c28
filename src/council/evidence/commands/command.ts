import type { Result } from '../../../kernel/result.js';
import type { Programs } from '../sandbox/programs.js';
import type { EvidenceScene } from '../tool.js';

/** One of the commands that a participant may run. */
export interface Command {
  readonly name: string;
  /** Parses and checks the arguments. What it gives back holds no text that a program would read as a flag. */
  prepare(given: readonly string[]): Result<PreparedCommand, string>;
}

export type PreparedCommand = (scene: CommandScene) => Promise<Result<string, string>>;

export interface CommandScene extends Pick<EvidenceScene, 'project' | 'signal' | 'maxFileBytes' | 'redact'> {
  /** The real programs, in a sandbox; null when our own code does their work. */
  readonly programs: Programs | null;
}
