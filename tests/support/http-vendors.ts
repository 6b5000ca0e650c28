import { createAnthropicAdapter } from '../../adapters/http/anthropic.js';
import type { HttpCallOptions } from '../../adapters/http/call/http-service.js';
import { createCompatibleAdapter } from '../../adapters/http/compatible.js';
import { createLmstudioAdapter } from '../../adapters/http/lmstudio.js';
import { createNebiusAdapter } from '../../adapters/http/nebius.js';
import { createOllamaAdapter } from '../../adapters/http/ollama.js';
import { createOpenaiAdapter } from '../../adapters/http/openai.js';
import { createOpenrouterAdapter } from '../../adapters/http/openrouter.js';
import { type HttpAdapterSettings, type HttpApi, type ModelAdapter, Secret } from '../../src/models/index.js';

/** How one HTTP adapter's back end speaks, for the suite that all of them must pass. */
export interface HttpVendor {
  readonly title: string;
  readonly model: string;
  readonly api?: HttpApi;
  readonly path: string;
  readonly wire: WireForm;
  readonly create: (settings: HttpAdapterSettings, name?: string, options?: HttpCallOptions) => ModelAdapter;
}

/** Bodies of one API: an answer with 11 tokens in and 7 out, and its ways to give none. */
interface WireForm {
  readonly answer: (text: string) => unknown;
  /** An answer that the length limit ended. */
  readonly cut: (text: string) => unknown;
  readonly empty: unknown;
  /** Ollama has no sign for a refusal. */
  readonly refusal?: unknown;
  readonly error: (message: string) => unknown;
}

const completion = (content: string, reason: string) => ({
  choices: [{ message: { role: 'assistant', content }, finish_reason: reason }],
  usage: { prompt_tokens: 11, completion_tokens: 7 },
});

const chat: WireForm = {
  answer: (text) => completion(text, 'stop'),
  cut: (text) => completion(text, 'length'),
  empty: { choices: [{ message: { role: 'assistant', content: null }, finish_reason: 'length' }] },
  refusal: { choices: [{ message: { content: null, refusal: 'I would rather not.' }, finish_reason: 'stop' }] },
  error: (message) => ({ error: { message, type: 'some_error', code: null } }),
};

const response = (text: string) => ({
  status: 'completed',
  output: [
    { type: 'reasoning', summary: [] },
    { type: 'message', content: [{ type: 'output_text', text }] },
  ],
  usage: { input_tokens: 11, output_tokens: 7 },
});

const responses: WireForm = {
  answer: response,
  cut: (text) => ({ ...response(text), status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
  empty: { status: 'incomplete', output: [], incomplete_details: { reason: 'max_output_tokens' } },
  refusal: { status: 'completed', output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }] },
  error: chat.error,
};

const messages: WireForm = {
  answer: (text) => message([{ type: 'text', text }], 'end_turn'),
  cut: (text) => message([{ type: 'text', text }], 'max_tokens'),
  empty: message([], 'max_tokens'),
  refusal: message([], 'refusal'),
  error: (text) => ({ type: 'error', error: { type: 'some_error', message: text } }),
};

const chatted = (content: string, reason: string) => ({
  message: { role: 'assistant', content },
  done: true,
  done_reason: reason,
  prompt_eval_count: 11,
  eval_count: 7,
});

const ollama: WireForm = {
  answer: (text) => chatted(text, 'stop'),
  cut: (text) => chatted(text, 'length'),
  empty: { message: { role: 'assistant', content: '' }, done: true, done_reason: 'length' },
  error: (message) => ({ error: message }),
};

const chatPath = '/v1/chat/completions';

export const HTTP_VENDORS: readonly HttpVendor[] = [
  { title: 'ollama', model: 'llama3.2', path: '/api/chat', wire: ollama, create: createOllamaAdapter },
  { title: 'lmstudio', model: 'qwen3-8b', path: chatPath, wire: chat, create: createLmstudioAdapter },
  { title: 'openrouter', model: 'x/y', path: chatPath, wire: chat, create: createOpenrouterAdapter },
  { title: 'nebius', model: 'x/y', path: chatPath, wire: chat, create: createNebiusAdapter },
  { title: 'openai (chat)', model: 'gpt-4.1', path: chatPath, wire: chat, create: createOpenaiAdapter },
  {
    title: 'openai (responses)',
    model: 'gpt-5.1',
    path: '/v1/responses',
    wire: responses,
    create: createOpenaiAdapter,
  },
  { title: 'anthropic', model: 'claude-x', path: '/v1/messages', wire: messages, create: createAnthropicAdapter },
  ...compatible('openai', chatPath, chat),
  ...compatible('ollama', '/api/chat', ollama),
  ...compatible('anthropic', '/v1/messages', messages),
];

export const TEST_KEY = 'sk-test-0123456789abcdef';

export function httpSettings(baseUrl: string, changes: Partial<HttpAdapterSettings> = {}): HttpAdapterSettings {
  return {
    type: 'http',
    baseUrl,
    apiKey: new Secret('SOME_API_KEY', () => TEST_KEY),
    timeoutMs: 15_000,
    maxRetries: 2,
    api: undefined,
    ...changes,
  };
}

function compatible(api: HttpApi, path: string, wire: WireForm): HttpVendor[] {
  return [{ title: `compatible (${api})`, model: 'some-model', api, path, wire, create: createCompatibleAdapter }];
}

function message(content: readonly unknown[], stopReason: string): unknown {
  const usage = { input_tokens: 11, output_tokens: 7 };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content,
    stop_reason: stopReason,
    usage,
  };
}
