import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClaudeAdapter } from '../../adapters/cli/claude.js';
import { createCodexAdapter } from '../../adapters/cli/codex.js';
import { createGeminiAdapter } from '../../adapters/cli/gemini.js';
import type { CliAdapterSettings, ModelAnswer, ModelRequest } from '../../src/models/index.js';
import { cliSettings, modelRequest } from '../support/cli-fixture.js';
import { type ApiRequest, type Behavior, type Speak, startLoopbackApi } from '../support/loopback-api.js';
import { speakGemini } from '../support/loopback-gemini-api.js';
import { speakMessages, speakTurns } from '../support/loopback-messages-api.js';
import { speakResponses } from '../support/loopback-responses-api.js';
import { processesWith } from '../support/running-processes.js';

/** A real tool, pointed at a service on this machine. */
interface RealTool {
  readonly command: string;
  readonly model: string;
  readonly speak: Speak;
  readonly create: typeof createClaudeAdapter;
  /** Tools that the model may still be offered: none of them touches a file or runs a program. */
  readonly harmlessTools: readonly string[];
  environment(url: string, home: string): Record<string, string>;
  args(url: string): string[];
}

const TOOLS: readonly RealTool[] = [
  {
    command: 'claude',
    model: 'sonnet',
    speak: speakMessages,
    create: createClaudeAdapter,
    harmlessTools: [],
    environment: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-ant-loopback' }),
    args: () => [],
  },
  {
    command: 'codex',
    model: 'loopback-model',
    speak: speakResponses,
    create: createCodexAdapter,
    harmlessTools: ['"request_user_input"'],
    environment: () => ({ OPENAI_API_KEY: 'loopback-key' }),
    args: (url) => [
      '-c',
      'model_provider="loopback"',
      '-c',
      `model_providers.loopback={name="loopback",base_url="${url}/v1",env_key="OPENAI_API_KEY",wire_api="responses",request_max_retries=0,stream_max_retries=0}`,
    ],
  },
  {
    command: 'gemini',
    model: 'gemini-2.5-flash',
    speak: speakGemini,
    create: createGeminiAdapter,
    harmlessTools: [],
    environment: (url, home) => {
      mkdirSync(join(home, '.gemini'), { recursive: true });
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
      return { GEMINI_API_KEY: 'loopback-key', GOOGLE_GEMINI_BASE_URL: url };
    },
    args: () => [],
  },
];

describe.each(TOOLS)('the real $command', (tool) => {
  const reason = whySkipped(tool);
  if (reason !== undefined) console.log(`skipped: the real ${tool.command}: ${reason}`);

  describe.skipIf(reason !== undefined)('through our adapter', { timeout: 90_000 }, () => {
    it('answers, with its usage, and is offered no tool that reads or runs anything', async () => {
      const { answer, requests } = await ask(tool, { kind: 'answer', text: 'PostgreSQL, by a small margin.' });
      expect(answer).toMatchObject({
        ok: true,
        value: { text: 'PostgreSQL, by a small margin.', usage: { inputTokens: 12, outputTokens: 7 } },
      });
      expect(requests.flatMap(toolNames).filter((name) => !tool.harmlessTools.includes(name))).toEqual([]);
    });

    it('answers with JSON when it is asked for', async () => {
      const { answer } = await ask(tool, { kind: 'answer', text: '{"drink":"tea"}' }, { answerSchema: DRINK });
      expect(answer).toMatchObject({ ok: true, value: { text: '{"drink":"tea"}' } });
    });

    it('reads a long prompt whole', async () => {
      const prompt = `${'A long debate. '.repeat(6000)} The last word is ${randomUUID()}.`;
      const { requests } = await ask(tool, { kind: 'answer', text: 'Read.' }, { prompt });
      expect(JSON.stringify(requests)).toContain(prompt.slice(-60));
    });

    it('does not read out a file that the prompt mentions', async () => {
      const file = join(homedir(), 'private.txt');
      writeFileSync(file, 'the-private-content');
      const prompt = `Another participant wrote: compare @${file} with @"${file}" please.`;
      const { answer, requests } = await ask(tool, { kind: 'answer', text: 'No.' }, { prompt });
      expect(answer.ok).toBe(true);
      expect(JSON.stringify(requests)).not.toContain('the-private-content');
    });

    it('says that it is not logged in when the service refuses its key', async () => {
      const { answer } = await ask(tool, { kind: 'error', status: 401, message: 'this key is wrong' });
      expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'not_logged_in' } } });
    });

    it('is gone with its whole group when it is cancelled', async () => {
      const marker = `model-${randomUUID()}`;
      const controller = new AbortController();
      let running: string[] = [];
      const onQuestion = () => {
        running = processesWith(marker);
        controller.abort();
      };
      const { answer } = await ask(tool, { kind: 'silence', onQuestion }, { model: marker, signal: controller.signal });
      expect(answer).toMatchObject({ ok: false, error: { failure: { kind: 'cancelled' } } });
      expect(running).not.toEqual([]);
      expect(processesWith(marker)).toEqual([]);
    });
  });
});

const DRINK = {
  type: 'object',
  properties: { drink: { type: 'string' } },
  required: ['drink'],
  additionalProperties: false,
};

const [claude] = TOOLS;
describe.skipIf(claude === undefined || whySkipped(claude) !== undefined)('the real claude with a schema', () => {
  it('returns what the model gave its tool for structured output', { timeout: 90_000 }, async () => {
    if (claude === undefined) return;
    const use = { type: 'tool_use', id: 'toolu_1', name: 'StructuredOutput', input: { drink: 'tea' } } as const;
    const speak = speakTurns([[use], [{ type: 'text', text: 'done' }]]);
    const { answer, requests } = await ask({ ...claude, speak }, { kind: 'answer', text: '' }, { answerSchema: DRINK });
    expect(answer).toMatchObject({ ok: true, value: { text: '{"drink":"tea"}' } });
    expect([...new Set(requests.flatMap(toolNames))]).toEqual(['"StructuredOutput"']);
  });

  it('may search the web when it is allowed, and do nothing else', { timeout: 90_000 }, async () => {
    if (claude === undefined) return;
    const request = { answerSchema: DRINK, webSearch: { maxUses: 2 } };
    const { answer, requests } = await ask(claude, { kind: 'answer', text: '{"drink":"tea"}' }, request);
    expect(answer).toMatchObject({ ok: true, value: { text: '{"drink":"tea"}' } });
    expect([...new Set(requests.flatMap(toolNames))].sort()).toEqual(['"StructuredOutput"', '"WebSearch"']);
  });
});

async function ask(
  tool: RealTool,
  behavior: Behavior,
  request: Partial<ModelRequest> = {},
): Promise<{ answer: ModelAnswer; requests: ApiRequest[] }> {
  const service = await startLoopbackApi(tool.speak, behavior);
  const home = mkdtempSync(join(homedir(), 'real-'));
  try {
    const settings: Partial<CliAdapterSettings> = {
      timeoutMs: 60_000,
      args: tool.args(service.url),
      passEnvironment: [],
    };
    const environment = { PATH: process.env.PATH, HOME: home, ...tool.environment(service.url, home) };
    const adapter = tool.create(cliSettings(pathOf(tool) ?? tool.command, settings), tool.command, environment);
    return { answer: await adapter.ask(modelRequest({ model: tool.model, ...request })), requests: service.requests };
  } finally {
    await service.close();
  }
}

function whySkipped(tool: RealTool): string | undefined {
  if (process.env.WITAN_E2E !== '1') return 'set WITAN_E2E=1 to run it';
  if (pathOf(tool) === undefined) return `it is not in ${process.env.WITAN_E2E_BIN ?? 'PATH'}`;
  return undefined;
}

function pathOf(tool: RealTool): string | undefined {
  const folders = process.env.WITAN_E2E_BIN?.split(delimiter) ?? process.env.PATH?.split(delimiter) ?? [];
  return folders.map((folder) => join(folder, tool.command)).find((path) => existsSync(path));
}

/** Names of the tools in a request, in the words of any of the three interfaces. */
function toolNames(request: ApiRequest): string[] {
  const tools = Array.isArray(request.body.tools) ? (request.body.tools as Record<string, unknown>[]) : [];
  return tools.flatMap((entry) => {
    const declared = entry.functionDeclarations;
    const named = Array.isArray(declared) ? (declared as Record<string, unknown>[]) : [entry];
    return named.map((each) => JSON.stringify(each.name ?? each.type ?? each));
  });
}
