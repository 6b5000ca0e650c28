import { makePrivateFolder } from '../../../src/kernel/private-folder.js';
import type { Availability, CliAdapterSettings, LoginState, ModelAdapter } from '../../../src/models/index.js';
import { childEnvironment, findExecutable, runChild } from '../../../src/processes/index.js';
import type { CliTool, Environment, RunStatusCommand } from './cli-tool.js';
import { runCli } from './run-cli.js';

/** The adapter of a tool that answers a question in one run. */
export function createCliAdapter(tool: CliTool, settings: CliAdapterSettings, environment: Environment): ModelAdapter {
  let known: Promise<LoginState> | undefined;
  return {
    name: tool.name,
    kind: 'cli',
    supports: tool.supports ?? {},
    ask(request) {
      // An answer in a form is made from the prompt alone: the coach decides which files its model may see.
      const nativeTools = settings.nativeTools && request.answerSchema === undefined;
      return runCli({ tool, settings: { ...settings, nativeTools }, request, environment });
    },
    availability: () => findProgram(tool, settings, environment),
    async login(signal) {
      known ??= checkLogin(tool, settings, { environment, signal });
      const state = await known.catch((): LoginState => ({ kind: 'unknown' }));
      // Only a login is kept: the user may log in at any moment, and a slow answer says nothing.
      if (state.kind !== 'logged_in') known = undefined;
      return state;
    },
  };
}

/** Does not run the program: a panel is chosen before anything may cost time or money. */
async function findProgram(
  tool: CliTool,
  settings: CliAdapterSettings,
  environment: Environment,
): Promise<Availability> {
  const path = await findExecutable(settings.command, environment);
  if (path === undefined) {
    return { available: false, reason: `${settings.command} was not found`, remedy: tool.installHint };
  }
  const folder = makePrivateFolder(environment);
  return folder.ok ? { available: true, detail: path } : { available: false, isInstalled: true, ...folder.error };
}

/** Checks the login without asking a model. */
async function checkLogin(
  tool: CliTool,
  settings: CliAdapterSettings,
  { environment, signal }: { readonly environment: Environment; readonly signal: AbortSignal | undefined },
): Promise<LoginState> {
  const run: RunStatusCommand = async (args) => {
    const executable = await findExecutable(settings.command, environment);
    const folder = makePrivateFolder(environment);
    if (executable === undefined || !folder.ok) return undefined;
    const names = [...tool.environmentNames(environment), ...settings.passEnvironment];
    const outcome = await runChild({
      command: executable,
      args,
      env: childEnvironment(environment, names),
      cwd: folder.value,
      timeoutMs: 4_000,
      graceMs: 500,
      maxOutputBytes: 64 * 1024,
      ...(signal === undefined ? {} : { signal }),
    });
    if (outcome.ok) return `${outcome.value.stdout}\n${outcome.value.stderr}`;
    // Tools without a login exit with an error code.
    const { error } = outcome;
    return error.kind === 'exited' && error.code !== null
      ? `${error.output.stdout}\n${error.output.stderr}`
      : undefined;
  };
  const isLoggedIn = await tool.isLoggedIn?.(run, environment);
  if (isLoggedIn === undefined) return { kind: 'unknown' };
  return isLoggedIn ? { kind: 'logged_in' } : { kind: 'logged_out', remedy: tool.loginHint };
}
