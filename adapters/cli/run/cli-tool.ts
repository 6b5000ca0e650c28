import type { Result } from '../../../src/kernel/result.js';
import type {
  CliAdapterSettings,
  ModelFailure,
  ModelReply,
  ModelRequest,
  NativeSupport,
  Usage,
} from '../../../src/models/index.js';
import type { ChildOutput } from '../../../src/processes/index.js';

/** The parts that are specific to one command-line tool. Everything else is in `run-cli.ts`. */
export interface CliTool {
  readonly name: string;
  /** One sentence each: how to install the tool, and how to log in. */
  readonly installHint: string;
  readonly loginHint: string;
  readonly supports?: NativeSupport;
  /** Environment variables for this tool only; a trailing `*` matches any ending. */
  environmentNames(environment: Environment): readonly string[];
  readonly promptLimit?: number;
  /** Matches standard error of a tool that silently retries when it is rate limited. */
  readonly waitingForQuota?: RegExp;
  /** True if a line of standard output shows that the tool will never answer. */
  readonly stopAt?: (line: string) => boolean;
  invoke(
    request: ModelRequest,
    settings: CliAdapterSettings,
    scratch: string,
  ): Promise<Result<Invocation, ModelFailure>>;
  /** Undefined if it cannot be known. */
  isLoggedIn?(run: RunStatusCommand, environment: Environment): Promise<boolean | undefined>;
  read(output: ChildOutput, request: ModelRequest): Reading;
}

/** Runs a short command of a tool and returns its output; undefined if it did not exit by itself. */
export type RunStatusCommand = (args: readonly string[]) => Promise<string | undefined>;

/** One question to one tool. */
export interface CliCall {
  readonly tool: CliTool;
  readonly settings: CliAdapterSettings;
  readonly request: ModelRequest;
  readonly environment: Environment;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Describes how the tool is started for one question. The prompt belongs in `stdin`, because every user can read arguments. */
export interface Invocation {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The meaning of the tool's output, independent of its exit code. */
export type Reading =
  | ({ readonly kind: 'answer' } & ModelReply)
  | { readonly kind: 'error'; readonly detail: string; readonly status?: number; readonly usage: Usage }
  | { readonly kind: 'unreadable'; readonly detail: string };

/** The option that names the model; none for the tool's own default. */
export function modelArgument(option: string, model: string): readonly string[] {
  return isDefaultModel(model) ? [] : [option, model];
}

export function isDefaultModel(model: string): boolean {
  return model === '' || model === 'default';
}

/**
 * In a prompt for Claude Code or Gemini, `@path` attaches that file, even without any tools, and a leading `/` is a
 * command. A prompt contains other participants' answers, which could leak a private file this way. An invisible word
 * joiner after the `@` makes it plain text.
 */
export function asPlainPrompt(prompt: string): string {
  const inert = prompt.replace(/@(?=\S)/g, `@${WORD_JOINER}`);
  return /^[/!#]/.test(inert) ? `\n${inert}` : inert;
}

/** Removes the joiner from an answer that quotes the prompt. */
export function withoutJoiners(answer: string): string {
  return answer.replaceAll(`@${WORD_JOINER}`, '@');
}

const WORD_JOINER = '\u2060';
