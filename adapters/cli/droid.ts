import { stripVTControlCharacters } from 'node:util';
import { failure, success } from '../../src/kernel/result.js';
import {
  type CliAdapterSettings,
  type ModelAdapter,
  type ModelAnswer,
  type ModelRequest,
  sumUsage,
  type Usage,
} from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { isObject, lastObject, numberAt, sumOf, textAt } from './output/json-output.js';
import { usageOf } from './output/usage-of.js';
import type { CliTool, Environment, Reading } from './run/cli-tool.js';
import { cliAvailability } from './run/create-cli-adapter.js';
import { modelArgument } from './run/model-argument.js';
import { runCli } from './run-cli.js';

/** Factory's droid in its headless mode. */
export function createDroidAdapter(
  settings: CliAdapterSettings,
  name = 'droid',
  environment: Environment = process.env,
): ModelAdapter {
  return {
    name,
    kind: 'cli',
    ask: (request) => askRisingLevels(name, settings, request, environment),
    availability: () => cliAvailability(droidAt(READ_ONLY, name), settings, environment),
  };
}

const READ_ONLY = undefined;
const AUTONOMY_LEVELS = [READ_ONLY, 'low', 'medium', 'high'] as const;
type AutonomyLevel = (typeof AUTONOMY_LEVELS)[number];

/**
 * Droid ends a run when it wants more than its autonomy level grants, even for a question that needs no tools. Only
 * that error raises the level, one step at a time, and all steps share one deadline.
 */
async function askRisingLevels(
  name: string,
  settings: CliAdapterSettings,
  request: ModelRequest,
  environment: Environment,
): Promise<ModelAnswer> {
  const deadline = performance.now() + settings.timeoutMs;
  const tries: Usage[] = [];
  for (const level of AUTONOMY_LEVELS) {
    const timeoutMs = Math.max(1, deadline - performance.now());
    const droid = droidAt(level, name);
    let wantsMore = false;
    const read = (output: ChildOutput) => {
      wantsMore = isPermissionError(output);
      return droid.read(output, request);
    };
    const answer = await runCli({ ...droid, read }, { ...settings, timeoutMs }, request, environment);
    tries.push(answer.ok ? answer.value.usage : answer.error.usage);
    const usage = sumUsage(tries);
    if (answer.ok) return success({ ...answer.value, usage });
    const cause = answer.error.failure;
    if (cause.kind === 'timeout') return failure({ failure: { ...cause, afterMs: settings.timeoutMs }, usage });
    if (!wantsMore || level === AUTONOMY_LEVELS.at(-1)) return failure({ failure: cause, usage });
  }
  return failure({ failure: { kind: 'timeout', afterMs: settings.timeoutMs }, usage: sumUsage(tries) });
}

/**
 * Droid's own sentence, at the start of a line that droid itself wrote: its standard error, or the result of a failed
 * run. The same words inside a line are somebody's text, and text must not be able to raise the level.
 */
function isPermissionError({ stdout, stderr }: ChildOutput): boolean {
  const result = lastObject(stdout);
  const said = result === undefined ? stdout : result.is_error === true ? (textAt(result, 'result') ?? '') : '';
  return [stderr, said].some((text) => PERMISSION_ERROR.test(stripVTControlCharacters(text)));
}

const PERMISSION_ERROR = /^[ \t]*(?:(?:error|exec ended early):[ \t]*)*insufficient permission\b/im;

function droidAt(level: AutonomyLevel, name: string): CliTool {
  return {
    name,
    installRemedy: 'install it with: npm install -g droid',
    loginRemedy: 'run `droid` once and log in, or set FACTORY_API_KEY',
    environmentNames: () => ['FACTORY_*'],
    invoke: async (request, settings) =>
      success({
        args: [
          'exec',
          ...modelArgument('--model', request.model),
          ...(request.reasoningEffort === undefined ? [] : [`--reasoning-effort=${request.reasoningEffort}`]),
          ...(level === READ_ONLY ? [] : ['--auto', level]),
          '--output-format',
          'json',
          ...settings.args,
        ],
        stdin: request.prompt,
      }),
    read: readDroid,
  };
}

function readDroid(output: ChildOutput): Reading {
  const result = lastObject(output.stdout);
  if (result === undefined) return { kind: 'unreadable', detail: 'standard output is not the JSON result expected' };
  const reported = isObject(result.usage) ? result.usage : {};
  const usage = usageOf({
    inputTokens: sumOf(
      numberAt(reported, 'input_tokens'),
      numberAt(reported, 'cache_creation_input_tokens'),
      numberAt(reported, 'cache_read_input_tokens'),
    ),
    outputTokens: numberAt(reported, 'output_tokens'),
  });
  const text = textAt(result, 'result') ?? '';
  return result.is_error === true ? { kind: 'fault', detail: text, usage } : { kind: 'answer', text, usage };
}
