import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ApiRequest } from './loopback-api.js';

/** Why tests with real programs cannot run here; undefined if they can. */
export function whyNoPrograms(...names: readonly string[]): string | undefined {
  if (process.env.WITAN_E2E !== '1') return 'set WITAN_E2E=1 to run it';
  const missing = names.filter((name) => findProgram(name) === undefined);
  return missing.length > 0 ? `${missing.join(', ')} not found` : undefined;
}

export function findProgram(name: string): string | undefined {
  const folders = (process.env.WITAN_E2E_BIN ?? process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

interface ClaudeCodeRun {
  readonly home: string;
  readonly cwd: string;
  /** Of the loopback model. */
  readonly url: string;
  readonly args: readonly string[];
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** One conversation of the real Claude Code, to its end. */
export async function runClaudeCode({ home, cwd, url, args, timeoutMs = 120_000, environment = {} }: ClaudeCodeRun) {
  const child = spawn(findProgram('claude') ?? 'claude', args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-loopback',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Waits for servers also on a busy machine.
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
      ...environment,
    },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { ...printed, exitCode };
}

/** The texts of all tool results in a request. */
export function toolResultsIn({ body }: Pick<ApiRequest, 'body'>): string[] {
  return resultBlocks(messagesOf(body)).map(({ content }) => textOf(content));
}

/** The tool results of a whole session in order, as the model was sent them. */
export function toolResultsOf(requests: readonly ApiRequest[]): string[] {
  const lists = requests.map(({ body }) => messagesOf(body));
  const sizes = lists.map((list) => JSON.stringify(list).length);
  const longest = lists[sizes.indexOf(Math.max(...sizes))] ?? [];
  return resultBlocks(longest).map((block) => JSON.stringify(block));
}

interface Message {
  readonly content: unknown;
}

function messagesOf(body: ApiRequest['body']): readonly Message[] {
  return Array.isArray(body.messages) ? (body.messages as Message[]) : [];
}

function resultBlocks(messages: readonly Message[]): Record<string, unknown>[] {
  const blocks = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Record<string, unknown>[]) : [],
  );
  return blocks.filter(({ type }) => type === 'tool_result');
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? (content as { text?: string }[]).map(({ text = '' }) => text).join('') : '';
}
