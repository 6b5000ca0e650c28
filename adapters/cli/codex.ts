import { success } from '../../src/kernel/result.js';
import type { CliAdapterSettings, ModelAdapter, ModelRequest } from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { codexServerNames } from './discovery/codex-server-names.js';
import { isObject, type JsonObject, numberAt, objectLines, textAt } from './output/json-output.js';
import { usageOf } from './output/usage-of.js';
import type { CliTool, Environment, Invocation, Reading } from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';
import { modelArgument } from './run/model-argument.js';

/** Codex in its non-interactive mode. */
export function createCodexAdapter(
  settings: CliAdapterSettings,
  name = 'codex',
  environment: Environment = process.env,
): ModelAdapter {
  const tool: CliTool = {
    name,
    installRemedy: 'install it with: npm install -g @openai/codex',
    loginRemedy: 'run `codex login`, or set CODEX_API_KEY or OPENAI_API_KEY',
    environmentNames: () => KEY_NAMES,
    invoke: async (request) => success(invocation(request, settings, await codexServerNames(environment))),
    read: readCodex,
  };
  return createCliAdapter(tool, settings, environment);
}

const KEY_NAMES = ['OPENAI_*', 'CODEX_API_KEY', 'CODEX_HOME', 'AZURE_OPENAI_*'];

/**
 * Features that give the model tools. Set with `-c`, because an unknown name given to `--disable` ends the program
 * while an unknown configuration key is only reported: names come and go between versions.
 */
const TOOL_FEATURES = [
  'shell_tool',
  'unified_exec',
  'view_image',
  'multi_agent',
  'sleep_tool',
  'goals',
  'apps',
  'plugins',
  'image_generation',
  'tool_suggest',
];

function invocation(request: ModelRequest, settings: CliAdapterSettings, servers: readonly string[]): Invocation {
  const configuration = [
    'features.hooks=false',
    ...servers.map((server) => `mcp_servers.${server}.enabled=false`),
    ...(settings.nativeTools ? [] : TOOL_FEATURES.map((feature) => `features.${feature}=false`)),
    ...(settings.nativeTools ? [] : ['web_search="disabled"']),
    ...(request.reasoningEffort === undefined
      ? []
      : [`model_reasoning_effort=${JSON.stringify(request.reasoningEffort)}`]),
  ];
  const args = [
    'exec',
    '--skip-git-repo-check',
    '--sandbox',
    'read-only',
    '--ephemeral',
    '--json',
    ...configuration.flatMap((entry) => ['-c', entry]),
    ...modelArgument('-m', request.model),
    ...settings.args,
    '-',
  ];
  return { args, stdin: request.prompt };
}

/** A stream of events, one per line. Items of type "error" are warnings; only a failed turn is a failure. */
function readCodex(output: ChildOutput): Reading {
  const events = objectLines(output.stdout);
  const usage = usageOfTurn(events.findLast((event) => event.type === 'turn.completed'));
  const failed = events.findLast((event) => event.type === 'turn.failed');
  if (failed !== undefined) {
    return { kind: 'fault', detail: textAt(failed.error, 'message') ?? 'the turn failed without a message', usage };
  }
  const message = events.findLast(
    (event) => event.type === 'item.completed' && textAt(event.item, 'type') === 'agent_message',
  );
  if (message !== undefined) return { kind: 'answer', text: textAt(message.item, 'text') ?? '', usage };
  const error = events.findLast((event) => event.type === 'error');
  if (error !== undefined) return { kind: 'fault', detail: textAt(error, 'message') ?? 'an unnamed error', usage };
  if (events.some((event) => event.type === 'turn.completed')) return { kind: 'answer', text: '', usage };
  return { kind: 'unreadable', detail: 'standard output holds no finished turn' };
}

function usageOfTurn(turn: JsonObject | undefined) {
  const usage = isObject(turn?.usage) ? turn.usage : {};
  return usageOf({ inputTokens: numberAt(usage, 'input_tokens'), outputTokens: numberAt(usage, 'output_tokens') });
}
