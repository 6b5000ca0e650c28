import { tmpdir } from 'node:os';
import type { CliAdapterSettings, LoginState } from '../../../src/models/index.js';
import { childEnvironment, findExecutable, runChild } from '../../../src/processes/index.js';
import type { CliTool, Environment } from './cli-tool.js';

/** Runs a short command of a tool and returns what it wrote; undefined where it did not end by itself. */
export type RunStatusCommand = (args: readonly string[]) => Promise<string | undefined>;

/** Whether a tool is logged in, as far as it can be known without asking a model. For `doctor`. */
export async function checkLogin(
  tool: CliTool,
  settings: CliAdapterSettings,
  { environment, signal }: { readonly environment: Environment; readonly signal: AbortSignal | undefined },
): Promise<LoginState> {
  const run: RunStatusCommand = async (args) => {
    const executable = await findExecutable(settings.command, environment);
    if (executable === undefined) return undefined;
    const names = [...tool.environmentNames(environment), ...settings.passEnvironment];
    const outcome = await runChild({
      command: executable,
      args,
      env: childEnvironment(environment, names),
      cwd: tmpdir(),
      timeoutMs: 4_000,
      graceMs: 500,
      maxOutputBytes: 64 * 1024,
      ...(signal === undefined ? {} : { signal }),
    });
    if (outcome.ok) return `${outcome.value.stdout}\n${outcome.value.stderr}`;
    // A tool without a login reports it with an exit code of its own.
    const { error } = outcome;
    return error.kind === 'exited' && error.code !== null
      ? `${error.output.stdout}\n${error.output.stderr}`
      : undefined;
  };
  const isLoggedIn = await tool.isLoggedIn?.(run, environment);
  if (isLoggedIn === undefined) return { kind: 'unknown' };
  return isLoggedIn ? { kind: 'logged_in' } : { kind: 'logged_out', remedy: tool.loginHint };
}
