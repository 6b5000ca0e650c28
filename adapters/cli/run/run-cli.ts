import { makePrivateFolder } from '../../../src/kernel/private-folder.js';
import { failure, type Result, success } from '../../../src/kernel/result.js';
import { settleWithin } from '../../../src/kernel/time-limit.js';
import type { CliAdapterSettings, ModelAnswer, ModelFailure, ModelRequest, Usage } from '../../../src/models/index.js';
import {
  type ChildFailure,
  type ChildOutput,
  childEnvironment,
  findExecutable,
  runChild,
} from '../../../src/processes/index.js';
import { classifyError, toDetail } from './classify-error.js';
import type { CliCall, CliTool, Environment, Invocation, Reading } from './cli-tool.js';
import { createRedactor, type Redact } from './redact-secrets.js';
import { withScratchFolder } from './scratch-folder.js';

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

interface AnswerContext {
  readonly tool: CliTool;
  readonly request: ModelRequest;
  /** For the whole call, including its preparation. */
  readonly timeoutMs: number;
  /** Applied before a message is shortened, because half a secret could not be recognized. */
  readonly redact: Redact;
}

/** The answer in a program's output, or the typed failure that its exit means. */
function toAnswer(outcome: Result<ChildOutput, ChildFailure>, context: AnswerContext): ModelAnswer {
  if (!outcome.ok) return fromChildFailure(outcome.error, context);
  return fromReading(context.tool.read(outcome.value, context.request), outcome.value, context);
}

function failed(cause: ModelFailure, usage: Usage = {}): ModelAnswer {
  return failure({ failure: cause, usage });
}

function notInstalled(tool: CliTool, command: string): ModelFailure {
  return { kind: 'not_installed', command, remedy: tool.installHint };
}

function notStarted(detail: string): ModelFailure {
  return { kind: 'exited', code: null, detail: `not started: ${toDetail(detail)}` };
}

function fromReading(reading: Reading, output: ChildOutput, { tool, request, redact }: AnswerContext): ModelAnswer {
  switch (reading.kind) {
    case 'answer': {
      const { kind: _, ...reply } = reading;
      const text = reply.text.replaceAll('\0', '').trim();
      if (text !== '') return success({ ...reply, text });
      const detail = toDetail(redact(output.stderr)) || `${tool.name} succeeded but wrote nothing`;
      return failed({ kind: 'empty_answer', detail }, reading.usage);
    }
    case 'error': {
      const error = { ...reading, detail: redact(reading.detail) };
      return failed(classifyError(error, { tool, request }, { kind: 'exited', code: 0 }), reading.usage);
    }
    case 'unreadable':
      return failed({ kind: 'unreadable_answer', detail: toDetail(redact(reading.detail)) });
  }
}

function fromChildFailure(error: ChildFailure, { tool, request, timeoutMs, redact }: AnswerContext): ModelAnswer {
  switch (error.kind) {
    case 'cancelled':
      return failed({ kind: 'cancelled' });
    case 'timeout':
      return failed(timeoutCause(timeoutMs, error.output, tool));
    case 'not_found':
      return failed(notInstalled(tool, error.command));
    case 'arguments_too_long':
      return failed({ kind: 'prompt_too_long', length: request.prompt.length, limit: 131_072 });
    case 'output_too_large':
      return failed({ kind: 'unreadable_answer', detail: `it wrote more than ${error.limitBytes} bytes` });
    case 'not_executable':
    case 'not_started':
      return failed(notStarted(redact(error.detail)));
    case 'stopped':
    case 'exited': {
      const { code = null, signal, output } = error.kind === 'exited' ? error : { output: error.output };
      const reading = toErrorReading(tool.read(output, request), output);
      const redacted = { ...reading, detail: redact(reading.detail) };
      const exit = { kind: 'exited' as const, code, ...(signal === undefined ? {} : { signal }) };
      return failed(classifyError(redacted, { tool, request }, exit), reading.usage);
    }
  }
}

function timeoutCause(afterMs: number, output: ChildOutput, tool: CliTool): ModelFailure {
  if (!tool.waitingForQuota?.test(output.stderr)) return { kind: 'timeout', afterMs };
  return { kind: 'rate_limited', detail: `${tool.name} was still retrying after ${afterMs / 1000} s` };
}

/** A tool that exits with an error has not answered, whatever it wrote. */
function toErrorReading(reading: Reading, output: ChildOutput): Reading & { kind: 'error' } {
  if (reading.kind === 'error') return reading;
  const message = [output.stderr, output.stdout].find((text) => text.trim() !== '') ?? 'no message';
  return { kind: 'error', detail: message, usage: reading.kind === 'answer' ? reading.usage : {} };
}
