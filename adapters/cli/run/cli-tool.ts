import type { Result } from '../../../src/kernel/result.js';
import type { CliAdapterSettings, ModelFailure, ModelRequest, Usage } from '../../../src/models/index.js';
import type { ChildOutput } from '../../../src/processes/index.js';
import type { RunStatusCommand } from './check-login.js';

/** What distinguishes one command-line tool from another. Everything else is shared, in `run-cli.ts`. */
export interface CliTool {
  readonly name: string;
  /** One sentence each: what a person does to get the tool, and to get it logged in. */
  readonly installHint: string;
  readonly loginHint: string;
  /** Environment variables of this tool alone, beyond what every program gets; a trailing `*` stands for any ending. */
  environmentNames(environment: Environment): readonly string[];
  readonly promptLimit?: number;
  /** Standard error of a tool that quietly tries again and again when it is rate limited, until our time is up. */
  readonly waitingForQuota?: RegExp;
  /** Whether a line of standard output says that the tool will only wait and never answer. */
  readonly stopAt?: (line: string) => boolean;
  invoke(
    request: ModelRequest,
    settings: CliAdapterSettings,
    scratch: string,
  ): Promise<Result<Invocation, ModelFailure>>;
  /** Undefined where it cannot be known. */
  isLoggedIn?(run: RunStatusCommand, environment: Environment): Promise<boolean | undefined>;
  read(output: ChildOutput, request: ModelRequest): Reading;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** How the tool is started for one question. The prompt belongs in `stdin`: arguments can be read by every user. */
export interface Invocation {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What the tool's output says, whatever its exit code was. */
export type Reading =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: Usage }
  | { readonly kind: 'error'; readonly detail: string; readonly status?: number; readonly usage: Usage }
  | { readonly kind: 'unreadable'; readonly detail: string };
