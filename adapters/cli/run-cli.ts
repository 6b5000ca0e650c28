import { failure, success } from '../../src/kernel/result.js';
import type { CliAdapterSettings, ModelAnswer, ModelFailure, ModelRequest } from '../../src/models/index.js';
import { childEnvironment, findExecutable, runChild } from '../../src/processes/index.js';
import type { CliTool, Environment, Invocation } from './run/cli-tool.js';
import { toDetail } from './run/error-detail.js';
import { createRedactor } from './run/redact-secrets.js';
import { withScratchFolder } from './run/scratch-folder.js';
import { failed, notInstalled, notStarted, toAnswer } from './run/to-answer.js';
import { withinDeadline } from './run/within-deadline.js';

/**
 * One question to one command-line tool, from the first check to a reply or a typed failure. One deadline and one
 * signal hold for all of it, the preparation included. Never rejects.
 */
export async function runCli(
  tool: CliTool,
  settings: CliAdapterSettings,
  request: ModelRequest,
  environment: Environment,
): Promise<ModelAnswer> {
  const problem = precheck(tool, request);
  if (problem !== undefined) return failed(problem);
  const deadline = performance.now() + settings.timeoutMs;
  try {
    return await withScratchFolder((scratch) => runIn(scratch, tool, settings, request, environment, deadline));
  } catch (error) {
    return failed(notStarted(String(error)));
  }
}

async function runIn(
  scratch: string,
  tool: CliTool,
  settings: CliAdapterSettings,
  request: ModelRequest,
  environment: Environment,
  deadline: number,
): Promise<ModelAnswer> {
  const { timeoutMs } = settings;
  const remaining = () => deadline - performance.now();
  const preparation = () => prepare(scratch, tool, settings, request, environment);
  const prepared = await withinDeadline(preparation, remaining(), request.signal);
  if (!prepared.ok) {
    return failed(prepared.error === 'timeout' ? { kind: 'timeout', afterMs: timeoutMs } : { kind: 'cancelled' });
  }
  if (!prepared.value.ok) return failed(prepared.value.error);

  const { executable, invocation } = prepared.value.value;
  const env = environmentFor(tool, settings, environment, invocation);
  const outcome = await runChild({
    command: executable,
    args: invocation.args,
    stdin: invocation.stdin,
    env,
    // Without tools of its own a participant has no business in the project: an empty folder holds neither files to
    // read nor project settings that could start programs.
    cwd: settings.nativeTools ? request.workingDirectory : scratch,
    timeoutMs: Math.max(1, remaining()),
    signal: request.signal,
    ...(tool.stopAt === undefined ? {} : { stopAt: tool.stopAt }),
  });
  const redact = createRedactor(env, passedNames(settings, environment));
  return toAnswer(outcome, { tool, request, timeoutMs, redact });
}

async function prepare(
  scratch: string,
  tool: CliTool,
  settings: CliAdapterSettings,
  request: ModelRequest,
  environment: Environment,
) {
  const executable = await findExecutable(settings.command, environment);
  if (executable === undefined) return failure(notInstalled(tool, settings.command));
  const invocation = await tool.invoke(request, settings, scratch);
  return invocation.ok ? success({ executable, invocation: invocation.value }) : invocation;
}

/** A model id comes from outside: as `--something` it would become an option of the tool. */
function precheck(tool: CliTool, request: ModelRequest): ModelFailure | undefined {
  const { model, prompt } = request;
  if (model.startsWith('-')) return { kind: 'unknown_model', model, detail: 'a model id may not begin with "-"' };
  if (/\p{Cc}/u.test(model)) {
    return { kind: 'unknown_model', model: toDetail(model), detail: 'a model id may not hold control characters' };
  }
  const limit = tool.promptLimit;
  if (limit !== undefined && prompt.length > limit) return { kind: 'prompt_too_long', length: prompt.length, limit };
  return undefined;
}

/** Set in every participant's environment, so that a Witan it starts can know that it sits inside a council. */
const INSIDE_COUNCIL = { WITAN_INSIDE_COUNCIL: '1' };

function environmentFor(
  tool: CliTool,
  settings: CliAdapterSettings,
  environment: Environment,
  invocation: Invocation,
): Record<string, string> {
  const names = [...tool.environmentNames(environment), ...settings.passEnvironment];
  return { ...childEnvironment(environment, names), ...INSIDE_COUNCIL, ...invocation.environment };
}

/** What the user chose to pass on, beyond what every program gets anyway. */
function passedNames(settings: CliAdapterSettings, environment: Environment): ReadonlySet<string> {
  const basic = childEnvironment(environment);
  const passed = Object.keys(childEnvironment(environment, settings.passEnvironment));
  return new Set(passed.filter((name) => !(name in basic)));
}
