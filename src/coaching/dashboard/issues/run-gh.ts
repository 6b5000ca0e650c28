import { delimiter, isAbsolute } from 'node:path';
import { cutText } from '../../../kernel/cut-text.js';
import { plainLine } from '../../../kernel/plain-text.js';
import { isInside, realPathOf } from '../../../kernel/real-path.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import { type ChildFailure, childEnvironment, findExecutable, runChild } from '../../../processes/index.js';

export interface GhContext {
  /** A real path. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** What GitHub's command line tool prints in the project's folder, or a sentence for the person. */
export async function runGh(args: readonly string[], context: GhContext): Promise<Result<string, string>> {
  const { projectFolder, environment, signal, timeoutMs = MAX_MS } = context;
  const PATH = pathOutside(projectFolder, environment.PATH ?? '');
  const command = await findExecutable('gh', { ...environment, PATH });
  if (command === undefined || isInside(projectFolder, realPathOf(command))) return failure(NOT_FOUND);
  const env = { ...childEnvironment(environment, PASSED), ...FIXED, PATH };
  const result = await runChild({ command, args, cwd: projectFolder, env, timeoutMs, signal });
  return result.ok ? success(result.value.stdout) : failure(describe(result.error));
}

const MAX_MS = 15_000;

/** The login, and which GitHub it is for. */
const PASSED = [
  ...['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN', 'GH_HOST', 'GH_CONFIG_DIR'],
  'DBUS_SESSION_BUS_ADDRESS',
];

/** No questions, no colors and no translated messages, and the settings of a hostile repository start no program. */
const FIXED = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
  LC_ALL: 'C',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'core.hooksPath',
  GIT_CONFIG_VALUE_1: '/dev/null',
};

/** A project must not bring the programs that are run for it. */
function pathOutside(projectFolder: string, path: string): string {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.filter((folder) => !isInside(projectFolder, realPathOf(folder))).join(delimiter);
}

const NOT_FOUND =
  'GitHub CLI not found: install gh from https://cli.github.com and run `gh auth login` to see the issues of this project.';

function describe(failed: ChildFailure): string {
  switch (failed.kind) {
    case 'not_found':
      return NOT_FOUND;
    case 'timeout':
      return `GitHub CLI did not answer within ${failed.afterMs / 1_000} s: check your connection, then refresh the issues.`;
    case 'output_too_large':
      return 'GitHub CLI sent more than 10 MB, so the issues were not read: the discussions of the open issues are too long.';
    case 'cancelled':
      return 'The issues were not read, because the coach ended.';
    case 'exited':
      return describeExit(failed.code, failed.output.stderr);
    case 'not_executable':
    case 'not_started':
    case 'arguments_too_long':
    case 'stopped':
      return 'GitHub CLI could not be started: run `gh issue list` in the project to see why.';
  }
}

/** gh has an exit code for a missing login; everything else is only in its text. */
function describeExit(code: number | null, stderr: string): string {
  // First: about a remote on another host, gh says to log in there.
  if (/not a git repository|no git remotes|none of the git remotes/i.test(stderr)) {
    return 'No GitHub remote found: the issues of this project cannot be listed until `git remote -v` shows its repository.';
  }
  if (code === LOGGED_OUT || /gh auth login/.test(stderr)) {
    return 'GitHub CLI is not logged in: run `gh auth login`, then refresh the issues.';
  }
  const said = cutText(plainLine(stderr), MAX_SAID_LENGTH) || `exit code ${code ?? 'unknown'}`;
  return `GitHub CLI failed: ${said}`;
}

const LOGGED_OUT = 4;
const MAX_SAID_LENGTH = 200;
