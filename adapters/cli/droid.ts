import { stripVTControlCharacters } from 'node:util';
import { failure, success } from '../../src/kernel/result.js';
import {
  type CliAdapterSettings,
  type ModelAdapter,
  type ModelFailure,
  type ModelRequest,
  toUsage,
} from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { createDroidHome } from './discovery/droid-home.js';
import { lastObject, textAt, toTokens } from './output/json-output.js';
import {
  asPlainPrompt,
  type CliTool,
  type Environment,
  modelArgument,
  type Reading,
  withoutJoiners,
} from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';

/**
 * Factory's droid in headless mode: read-only unless the user's own configuration allows more, without its tools, and
 * with a separate home folder.
 */
export function createDroidAdapter(
  settings: CliAdapterSettings,
  name = 'droid',
  environment: Environment = process.env,
): ModelAdapter {
  const tool: CliTool = {
    name,
    installHint: 'install it with: npm install -g droid',
    loginHint: 'run `droid` once and log in, or set FACTORY_API_KEY',
    environmentNames: () => ['FACTORY_*'],
    invoke: async (request, _, scratch) => {
      const forbidden = settings.args.find(grantsMore);
      if (forbidden !== undefined) return failure(notAllowed(name, forbidden));
      return success({
        args: droidArguments(request, settings),
        stdin: asPlainPrompt(request.prompt),
        environment: await createDroidHome(scratch, request.model, environment),
      });
    },
    read: (output) => readDroid(output, settings),
  };
  const adapter = createCliAdapter(tool, settings, environment);
  return {
    ...adapter,
    availability: async () => {
      const found = await adapter.availability();
      return found.available ? { ...found, detail: `${found.detail}, ${describeRights(settings)}` } : found;
    },
  };
}

/** Shown by `doctor`. */
function describeRights({ autonomy, nativeTools }: CliAdapterSettings): string {
  return `autonomy ${autonomy ?? 'read-only'}, ${nativeTools ? 'can read any file that you can read' : 'its tools switched off'}`;
}

function droidArguments(request: ModelRequest, settings: CliAdapterSettings): string[] {
  return [
    'exec',
    ...modelArgument('--model', request.model),
    ...(request.reasoningEffort === undefined ? [] : [`--reasoning-effort=${request.reasoningEffort}`]),
    ...(settings.autonomy === undefined ? [] : ['--auto', settings.autonomy]),
    '--only-tools',
    settings.nativeTools ? `${NO_TOOL},Read,Grep,Glob,LS` : NO_TOOL,
    '--output-format',
    'json',
    ...settings.args,
  ];
}

/** An empty list would mean all tools. This one keeps a task list in memory and touches no file. */
const NO_TOOL = 'TodoWrite';

/** A trusted project may add arguments, but only the user's own file may grant more than reading. */
function grantsMore(argument: string): boolean {
  return /^--(?:auto|skip-permissions-unsafe|mission|only-tools|(?:add|enabled)-tools)(?:=|$)/.test(argument);
}

function notAllowed(name: string, argument: string): ModelFailure {
  const option = argument.replace(/=.*$/s, '');
  const detail = `not started: ${option} is not allowed in adapters.${name}.args; ${AUTONOMY_HINT}`;
  return { kind: 'exited', code: null, detail };
}

const AUTONOMY_HINT = 'set adapters.droid.autonomy (low, medium or high) in your own configuration file';

/** Droid ends a run that needs a higher level. Witan never raises the level. */
const PERMISSION_ERROR = /^[ \t]*(?:(?:error|exec ended early):[ \t]*)*insufficient permission\b/im;
const UNKNOWN_OPTION = /unknown option '--only-tools'/;

function describeError(text: string, { autonomy }: CliAdapterSettings): string {
  const message = stripVTControlCharacters(text);
  if (UNKNOWN_OPTION.test(message)) {
    return 'this droid cannot switch its tools off; update it with: npm install -g droid';
  }
  if (!PERMISSION_ERROR.test(message)) return text;
  const level = autonomy ?? 'read-only';
  const wants = `droid wants to do more than its autonomy level (${level}) allows`;
  return autonomy === 'high' ? wants : `${wants}; if you agree, ${AUTONOMY_HINT}`;
}

function readDroid(output: ChildOutput, settings: CliAdapterSettings): Reading {
  const result = lastObject(output.stdout);
  if (result === undefined) {
    const message = [output.stderr, output.stdout].find((text) => describeError(text, settings) !== text);
    if (message !== undefined) return { kind: 'error', detail: describeError(message, settings), usage: {} };
    return { kind: 'unreadable', detail: 'standard output is not the JSON result expected' };
  }
  const usage = toUsage(toTokens(result.usage));
  const text = textAt(result, 'result') ?? '';
  if (result.is_error !== true) return { kind: 'answer', text: withoutJoiners(text), usage };
  return { kind: 'error', detail: describeError(text, settings), usage };
}
