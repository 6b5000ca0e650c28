import type { Shell } from './shell.js';

/** One program as the shell starts it. */
export interface Call {
  readonly name: string;
  /** The program as it was written. */
  readonly first: string;
  readonly words: readonly string[];
  /** What it reads: a text that the line contains, UNKNOWN for anything else, undefined for nothing. */
  readonly input: string | undefined;
  readonly shell: Shell;
}

/** True if it only reads, tests or builds; a text is the part that does not. */
export type Judgment = boolean | string;

export type Judge = (call: Call, again: JudgeAgain) => Judgment;

/** For what runs within a command. */
export interface JudgeAgain {
  script(text: string, shell: Shell): Judgment;
  /** Another program with the same input. */
  program(words: readonly string[], call: Pick<Call, 'input' | 'shell'>): Judgment;
}
