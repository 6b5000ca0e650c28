import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { isRecord } from '../../src/kernel/is-record.js';
import { parseRecord } from '../../src/kernel/parse-json.js';
import { failure, type Result, success } from '../../src/kernel/result.js';
import { type CliAdapterSettings, type ModelAdapter, type ModelRequest, toUsage } from '../../src/models/index.js';
import type { ChildOutput } from '../../src/processes/index.js';
import { readSmallFile } from './discovery/read-small-file.js';
import { type JsonObject, numberAt, objectLines, textAt } from './output/json-output.js';
import { isLoginError } from './run/classify-error.js';
import { type CliTool, type Environment, type Invocation, modelArgument, type Reading } from './run/cli-tool.js';
import { createCliAdapter } from './run/create-cli-adapter.js';

/** Codex in its non-interactive mode. */
export function createCodexAdapter(
  settings: CliAdapterSettings,
  name = 'codex',
  environment: Environment = process.env,
): ModelAdapter {
  const tool: CliTool = {
    name,
    installHint: 'install it with: npm install -g @openai/codex',
    loginHint: 'run `codex login`, or set CODEX_API_KEY or OPENAI_API_KEY',
    environmentNames: () => KEY_NAMES,
    invoke: async (request) => {
      const servers = await codexServerNames(environment);
      if (!servers.ok) return failure({ kind: 'exited', code: null, detail: `not started: ${servers.error}` });
      return success(invocation(request, settings, servers.value));
    },
    stopAt: isHopelessError,
    isLoggedIn: async (run) => {
      // Its status only reports a stored login, but a key in the environment is enough.
      if ((environment.CODEX_API_KEY ?? environment.OPENAI_API_KEY ?? '') !== '') return true;
      const text = (await run(['login', 'status'])) ?? '';
      if (/not logged in/i.test(text)) return false;
      return /logged in/i.test(text) ? true : undefined;
    },
    read: readCodex,
  };
  return createCliAdapter(tool, settings, environment);
}

const KEY_NAMES = ['OPENAI_*', 'CODEX_API_KEY', 'CODEX_HOME', 'AZURE_OPENAI_*'];

/**
 * Features that give the model tools. Set with `-c`, because names change between versions and `--disable` fails on an
 * unknown one.
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
    ...(servers.length === 0 ? [] : [`mcp_servers={${servers.map(switchedOff).join(',')}}`]),
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

/** As a table, which codex merges into the user's; in a dotted path codex would treat quotes as part of the name. */
function switchedOff(server: string): string {
  return `${JSON.stringify(server).replaceAll('\u007f', '\\u007f')}={enabled=false}`;
}

/**
 * Without network or login codex retries until our timeout. Its numbered attempts ("Reconnecting... 2/5") may succeed,
 * so they do not end the call.
 */
function isHopelessError(line: string): boolean {
  const event = line.startsWith('{') ? parseRecord(line) : undefined;
  if (event?.type !== 'error') return false;
  const message = textAt(event, 'message') ?? '';
  return /waiting for network/i.test(message) || isLoginError(message);
}

/**
 * One event per line. Items of type "error" are warnings; only a failed turn is a failure. Messages of an incomplete
 * turn are not an answer, because they may be intermediate thoughts.
 */
function readCodex(output: ChildOutput): Reading {
  const events = objectLines(output.stdout);
  const last = (type: string) => events.findLast((event) => event.type === type);
  const completed = last('turn.completed');
  const usage = usageOfTurn(completed);
  const failed = last('turn.failed');
  if (failed !== undefined) {
    return { kind: 'error', detail: textAt(failed.error, 'message') ?? 'the turn failed without a message', usage };
  }
  const message = events.findLast(
    (event) => event.type === 'item.completed' && textAt(event.item, 'type') === 'agent_message',
  );
  if (completed !== undefined && message !== undefined) {
    return { kind: 'answer', text: textAt(message.item, 'text') ?? '', usage };
  }
  const error = last('error');
  if (error !== undefined) return { kind: 'error', detail: textAt(error, 'message') ?? 'an unnamed error', usage };
  if (completed !== undefined) return { kind: 'answer', text: '', usage };
  return { kind: 'unreadable', detail: 'standard output has no finished turn' };
}

function usageOfTurn(turn: JsonObject | undefined) {
  const usage = isRecord(turn?.usage) ? turn.usage : {};
  return toUsage({
    inputTokens: numberAt(usage, 'input_tokens'),
    outputTokens: numberAt(usage, 'output_tokens'),
    cacheReadTokens: numberAt(usage, 'cached_input_tokens') || undefined,
  });
}

/**
 * The MCP servers in the user's codex configuration. Each is disabled for a participant: codex has no option for all of
 * them, and without the file the user's provider would be missing. One server may be Witan, so a configuration that
 * cannot be read is a failure, never "no servers".
 */
export async function codexServerNames(environment: Environment): Promise<Result<readonly string[], string>> {
  const home = environment.CODEX_HOME || join(environment.HOME ?? homedir(), '.codex');
  const file = join(home, 'config.toml');
  const content = await readSmallFile(file);
  if (!content.ok) {
    return content.error === 'missing' ? success([]) : failure(`${file} ${content.error}; its MCP servers are unknown`);
  }
  try {
    const servers = parse(content.value, { integersAsBigInt: 'asNeeded' }).mcp_servers;
    return success(isRecord(servers) ? Object.keys(servers) : []);
  } catch {
    // A key may also be written with escapes.
    if (!/mcp_servers|\\[uUx]/.test(content.value)) return success([]);
    return failure(
      `${file} names MCP servers (mcp_servers) in a way that cannot be read; correct it or run \`codex\` once`,
    );
  }
}
