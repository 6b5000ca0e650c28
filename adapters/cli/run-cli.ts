import { failure, success } from '../../src/kernel/result.js';
import type { CliAdapterSettings, ModelAnswer, ModelFailure, ModelRequest, Usage } from '../../src/models/index.js';
import {
  type ChildFailure,
  type ChildOutput,
  childEnvironment,
  findExecutable,
  runChild,
} from '../../src/processes/index.js';
import { classifyFault } from './run/classify-fault.js';
import type { CliTool, Environment, Invocation, Reading } from './run/cli-tool.js';
import { asDetail } from './run/fault-detail.js';
import { withScratchFolder } from './run/scratch-folder.js';

/** One question to one command-line tool, from the first check to a reply or a typed failure. Never rejects. */
export async function runCli(
  tool: CliTool,
  settings: CliAdapterSettings,
  request: ModelRequest,
  environment: Environment,
): Promise<ModelAnswer> {
  const obstacle = findObstacle(tool, request);
  if (obstacle !== undefined) return failed(obstacle);
  const executable = await findExecutable(settings.command, environment);
  if (executable === undefined) return failed(notInstalled(tool, settings.command));
  try {
    return await withScratchFolder((scratch) => runIn(scratch, executable, tool, settings, request, environment));
  } catch (error) {
    return failed({ kind: 'exited', code: null, detail: `not started: ${asDetail(String(error))}` });
  }
}

/** Set in every participant's environment, so that a Witan it starts can know that it sits inside a council. */
const INSIDE_COUNCIL = { WITAN_INSIDE_COUNCIL: '1' };

async function runIn(
  scratch: string,
  executable: string,
  tool: CliTool,
  settings: CliAdapterSettings,
  request: ModelRequest,
  environment: Environment,
): Promise<ModelAnswer> {
  const invocation = await tool.invoke(request, settings, scratch);
  if (!invocation.ok) return failed(invocation.error);
  const env = environmentFor(tool, settings, environment, invocation.value);
  const outcome = await runChild({
    command: executable,
    args: invocation.value.args,
    stdin: invocation.value.stdin,
    env,
    // Without tools of its own a participant has no business in the project: an empty folder holds neither files to
    // read nor project settings that could start programs.
    cwd: settings.nativeTools ? request.workingDirectory : scratch,
    timeoutMs: settings.timeoutMs,
    signal: request.signal,
  });
  const answer = outcome.ok
    ? fromReading(tool.read(outcome.value, request), tool, request, 0, outcome.value)
    : fromChildFailure(outcome.error, tool, request);
  return withoutSecrets(answer, env);
}

/** A model id comes from outside: as `--something` it would become an option of the tool. */
function findObstacle(tool: CliTool, request: ModelRequest): ModelFailure | undefined {
  const { model, prompt } = request;
  if (model.startsWith('-')) return { kind: 'unknown_model', model, detail: 'a model id may not begin with "-"' };
  if (/\p{Cc}/u.test(model)) {
    return { kind: 'unknown_model', model: asDetail(model), detail: 'a model id may not hold control characters' };
  }
  const limit = tool.promptLimit;
  if (limit !== undefined && prompt.length > limit) return { kind: 'prompt_too_long', length: prompt.length, limit };
  return undefined;
}

function environmentFor(
  tool: CliTool,
  settings: CliAdapterSettings,
  environment: Environment,
  invocation: Invocation,
): Record<string, string> {
  const names = [...tool.environmentNames(environment), ...settings.passEnvironment];
  return { ...childEnvironment(environment, names), ...INSIDE_COUNCIL, ...invocation.environment };
}

function fromReading(
  reading: Reading,
  tool: CliTool,
  request: ModelRequest,
  code: number | null,
  output: ChildOutput,
): ModelAnswer {
  switch (reading.kind) {
    case 'answer': {
      const text = reading.text.replaceAll('\0', '').trim();
      if (text !== '') return success({ text, usage: reading.usage });
      const detail = asDetail(output.stderr) || `${tool.name} ended well but wrote nothing`;
      return failed({ kind: 'empty_answer', detail }, reading.usage);
    }
    case 'fault':
      return failed(classifyFault(reading, tool, request, { kind: 'exited', code }), reading.usage);
    case 'unreadable':
      return failed({ kind: 'unreadable_answer', detail: asDetail(reading.detail) });
  }
}

function fromChildFailure(error: ChildFailure, tool: CliTool, request: ModelRequest): ModelAnswer {
  switch (error.kind) {
    case 'cancelled':
      return failed({ kind: 'cancelled' });
    case 'timeout':
      return failed(timeoutCause(error.afterMs, error.output, tool));
    case 'not_found':
      return failed(notInstalled(tool, error.command));
    case 'arguments_too_long':
      return failed({ kind: 'prompt_too_long', length: request.prompt.length, limit: 131_072 });
    case 'output_too_large':
      return failed({ kind: 'unreadable_answer', detail: `it wrote more than ${error.limitBytes} bytes` });
    case 'not_executable':
    case 'not_started':
      return failed({ kind: 'exited', code: null, detail: `not started: ${asDetail(error.detail)}` });
    case 'exited': {
      const { code, signal, output } = error;
      const fault = toFault(tool.read(output, request), output);
      const exit = { kind: 'exited' as const, code, ...(signal === undefined ? {} : { signal }) };
      return failed(classifyFault(fault, tool, request, exit), fault.usage);
    }
  }
}

function timeoutCause(afterMs: number, output: ChildOutput, tool: CliTool): ModelFailure {
  if (!tool.waitingForQuota?.test(output.stderr)) return { kind: 'timeout', afterMs };
  return { kind: 'rate_limited', detail: `${tool.name} was still trying again after ${afterMs / 1000} s` };
}

/** A tool that exits with an error has not answered, whatever stands on its standard output. */
function toFault(reading: Reading, output: ChildOutput): Reading & { kind: 'fault' } {
  if (reading.kind === 'fault') return reading;
  const said = [output.stderr, output.stdout].find((text) => text.trim() !== '') ?? 'no message';
  return { kind: 'fault', detail: said, usage: reading.kind === 'answer' ? reading.usage : {} };
}

function notInstalled(tool: CliTool, command: string): ModelFailure {
  return { kind: 'not_installed', command, remedy: tool.installRemedy };
}

function failed(cause: ModelFailure, usage: Usage = {}): ModelAnswer {
  return failure({ failure: cause, usage });
}

/** Some tools repeat a wrong key in their message; it must not reach a transcript. */
function withoutSecrets(answer: ModelAnswer, env: Readonly<Record<string, string>>): ModelAnswer {
  if (answer.ok || !('detail' in answer.error.failure)) return answer;
  let { detail } = answer.error.failure;
  for (const [name, value] of Object.entries(env)) {
    if (/KEY|TOKEN|SECRET|PASSWORD/i.test(name) && value.length >= 8) detail = detail.replaceAll(value, '[secret]');
  }
  return failure({ ...answer.error, failure: { ...answer.error.failure, detail } });
}
