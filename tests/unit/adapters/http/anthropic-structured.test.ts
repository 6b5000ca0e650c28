import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAnthropicAdapter } from '../../../../adapters/http/anthropic.js';
import { askStructured, costOf, toAnswerSchema } from '../../../../src/models/index.js';
import { httpSettings } from '../../../support/http-vendors.js';
import { type LoopbackModelServer, startLoopbackModelServer } from '../../../support/loopback-model-server.js';

let server: LoopbackModelServer;
beforeEach(async () => {
  server = await startLoopbackModelServer();
});
afterEach(() => server.close());

const schema = z.object({ drink: z.string() });
const TEA = { type: 'text', text: '{"drink":"tea"}' };

function ask(
  changes: {
    readonly webSearch?: { readonly maxUses: number };
    readonly model?: string;
    readonly reasoningEffort?: string;
  } = {},
) {
  const question = { model: 'claude-x', system: 'Be brief.', prompt: 'Tea?', schema, workingDirectory: '/' };
  const { signal } = new AbortController();
  return askStructured(createAnthropicAdapter(httpSettings(server.url)), { ...question, signal, ...changes });
}

const body = (
  content: readonly unknown[],
  stopReason = 'end_turn',
  usage: object = { input_tokens: 5, output_tokens: 3 },
) => ({
  body: { model: 'claude-x-2026', content, stop_reason: stopReason, usage },
});

const search = (...urls: readonly string[]) => [
  { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'tea' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 's1',
    content: urls.map((url) => ({ type: 'web_search_result', url, title: `About ${url}`, encrypted_content: 'x' })),
  },
];

describe('a structured question to the anthropic adapter', () => {
  it('sends the system text, the schema and the effort, and reads the last text', async () => {
    server.script(body([{ type: 'text', text: 'I think {so}.' }, TEA]));
    expect(await ask({ model: 'claude-sonnet-5-5', reasoningEffort: 'low' })).toEqual({
      ok: true,
      value: {
        value: { drink: 'tea' },
        usage: { inputTokens: 5, outputTokens: 3 },
        model: 'claude-x-2026',
        sources: [],
      },
    });
    expect(server.asked[0]?.body).toMatchObject({
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'Tea?' }],
      output_config: { effort: 'low', format: { type: 'json_schema', schema: toAnswerSchema(schema) } },
    });
  });

  it.each(['max_tokens', 'model_context_window_exceeded'])(
    'takes %s for a truncated answer that is paid',
    async (why) => {
      server.script(body([{ type: 'text', text: '{"drink":"te' }], why));
      expect(await ask()).toMatchObject({
        error: { failure: { kind: 'truncated' }, usage: { inputTokens: 5, outputTokens: 3 } },
      });
      expect(server.asked).toHaveLength(1);
    },
  );

  it('reports what a refusal used', async () => {
    server.script(body([], 'refusal'));
    expect(await ask()).toMatchObject({
      error: { failure: { kind: 'refused' }, usage: { inputTokens: 5, outputTokens: 3 } },
    });
  });

  it('continues a paused search with the blocks as they came, and returns its sources and price', async () => {
    const paused = search('https://a.example');
    const searched = { input_tokens: 5, output_tokens: 3, server_tool_use: { web_search_requests: 2 } };
    server.script(
      body(paused, 'pause_turn', searched),
      body([...search('https://b.example'), TEA], 'end_turn', searched),
    );
    const answer = await ask({ webSearch: { maxUses: 3 } });
    expect(answer).toMatchObject({
      ok: true,
      value: {
        usage: { inputTokens: 10, outputTokens: 6, webSearches: 4, requests: 2 },
        sources: [
          { url: 'https://a.example', title: 'About https://a.example' },
          { url: 'https://b.example', title: 'About https://b.example' },
        ],
      },
    });
    const [first, second] = server.asked.map((request) => request.body);
    expect(first?.tools).toEqual([{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }]);
    expect(second?.messages).toEqual([
      { role: 'user', content: 'Tea?' },
      { role: 'assistant', content: paused },
    ]);
    const price = { inputPerMillion: 1_000_000, outputPerMillion: 0 };
    expect(costOf(answer.ok ? answer.value.usage : {}, price)).toBeCloseTo(10.04);
  });

  it('ends a turn that is paused forever', async () => {
    server.script(body(search('https://a.example'), 'pause_turn'));
    expect(await ask({ webSearch: { maxUses: 3 } })).toMatchObject({
      error: { failure: { kind: 'truncated' }, usage: { inputTokens: 55, requests: 11 } },
    });
  });

  it('searches first and writes the answer afterwards if the API does not combine them', async () => {
    const error = { type: 'error', error: { type: 'invalid_request_error', message: 'citations need text' } };
    const found = [...search('https://a.example'), { type: 'text', text: 'Tea ' }, { type: 'text', text: 'is best.' }];
    server.script({ status: 400, body: error }, body(found), body([TEA]));
    expect(await ask({ webSearch: { maxUses: 3 } })).toMatchObject({
      ok: true,
      value: {
        value: { drink: 'tea' },
        sources: [{ url: 'https://a.example' }],
        usage: { inputTokens: 10, requests: 3 },
      },
    });
    const [, searching, writing] = server.asked.map((request) => request.body);
    expect(searching).not.toHaveProperty('output_config');
    expect(writing).not.toHaveProperty('tools');
    expect(JSON.stringify(writing?.messages)).toContain('> Tea is best.');
    expect(JSON.stringify(writing?.messages)).toContain('> - https://a.example');
  });

  it('has no sources when the search failed', async () => {
    const failed = { type: 'web_search_tool_result', tool_use_id: 's1', content: { error_code: 'unavailable' } };
    server.script(body([failed, TEA]));
    expect(await ask({ webSearch: { maxUses: 1 } })).toMatchObject({ ok: true, value: { sources: [] } });
  });
});
