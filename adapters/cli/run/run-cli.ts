import { makePrivateFolder } from '../../../src/kernel/private-folder.js';
import { failure, success } from '../../../src/kernel/result.js';
import { settleWithin } from '../../../src/kernel/time-limit.js';
import type { CliAdapterSettings, ModelAnswer, ModelFailure } from '../../../src/models/index.js';
import { childEnvironment, findExecutable, runChild } from '../../../src/processes/index.js';
import type { CliCall, Environment, Invocation } from './cli-tool.js';
import { toDetail } from './error-detail.js';
import { createRedactor } from './redact-secrets.js';
import { withScratchFolder } from './scratch-folder.js';
import { failed, notInstalled, notStarted, toAnswer } from './to-answer.js';

/**
 * Asks one command-line tool one question. One deadline and one signal apply to the whole call, including its
 * preparation. Never rejects.
 */
export async function runCli(call: CliCall): Promise<ModelAnswer> {
  const problem = precheck(call);
  if (problem !== undefined) return failed(problem);
  const deadline = performance.now() + call.settings.timeoutMs;
  const folder = makePrivateFolder(call.environment);
  if (!folder.ok) return failed(notStarted(`${folder.error.reason}; ${folder.error.remedy}`));
  try {
    return await withScratchFolder(folder.value, (scratch) => runIn(scratch, call, deadline));
  } catch (error) {
    return failed(notStarted(String(error)));
  }
}

async function runIn(scratch: string, call: CliCall, deadline: number): Promise<ModelAnswer> {
  const { tool, settings, request, environment } = call;
  const { timeoutMs } = settings;
  const remaining = () => deadline - performance.now();
  const prepared = await settleWithin({ maxMs: remaining(), signal: request.signal }, () => prepare(scratch, call));
  if (!prepared.ok) {
    return failed(prepared.error === 'timeout' ? { kind: 'timeout', afterMs: timeoutMs } : { kind: 'cancelled' });
  }
  if (!prepared.value.ok) return failed(prepared.value.error);

  const { executable, invocation } = prepared.value.value;
  const env = environmentFor(call, invocation);
  const outcome = await runChild({
    command: executable,
    args: invocation.args,
    stdin: invocation.stdin,
    env,
    // Without its own tools a participant must not see the project: an empty folder has no files to read and no
    // project settings that could start programs.
    cwd: settings.nativeTools ? request.workingDirectory : scratch,
    timeoutMs: Math.max(1, remaining()),
    signal: request.signal,
    ...(tool.stopAt === undefined ? {} : { stopAt: tool.stopAt }),
  });
  const redact = createRedactor(env, passedNames(settings, environment));
  return toAnswer(outcome, { tool, request, timeoutMs, redact });
}

async function prepare(scratch: string, { tool, settings, request, environment }: CliCall) {
  const executable = await findExecutable(settings.command, environment);
  if (executable === undefined) return failure(notInstalled(tool, settings.command));
  const invocation = await tool.invoke(request, settings, scratch);
  return invocation.ok ? success({ executable, invocation: invocation.value }) : invocation;
}

/** A model id could otherwise become an option of the tool. */
function precheck({ tool, request }: CliCall): ModelFailure | undefined {
  const { model, prompt } = request;
  if (model.startsWith('-')) return { kind: 'unknown_model', model, detail: 'a model id may not begin with "-"' };
  if (/\p{Cc}/u.test(model)) {
    return { kind: 'unknown_model', model: toDetail(model), detail: 'a model id may not hold control characters' };
  }
  const limit = tool.promptLimit;
  if (limit !== undefined && prompt.length > limit) return { kind: 'prompt_too_long', length: prompt.length, limit };
  return undefined;
}

/** Lets a Witan that the participant starts know that it runs inside a council. */
const INSIDE_COUNCIL = { WITAN_INSIDE_COUNCIL: '1' };

function environmentFor({ tool, settings, environment }: CliCall, invocation: Invocation): Record<string, string> {
  const names = [...tool.environmentNames(environment), ...settings.passEnvironment];
  return { ...childEnvironment(environment, names), ...INSIDE_COUNCIL, ...invocation.environment };
}

/** The variables that are passed because of the user's `pass_env`. */
function passedNames(settings: CliAdapterSettings, environment: Environment): ReadonlySet<string> {
  const basic = childEnvironment(environment);
  const passed = Object.keys(childEnvironment(environment, settings.passEnvironment));
  return new Set(passed.filter((name) => !(name in basic)));
}
