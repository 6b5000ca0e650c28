import { createAnthropicAdapter } from '../../adapters/http/anthropic.js';
import { createOpenaiAdapter } from '../../adapters/http/openai.js';
import type { HttpVendor } from './http-vendors.js';
import type { LoopbackModelServer, RecordedRequest, Scripted } from './loopback-model-server.js';

/** An API whose models think before they answer. Thinking has blocks of its own and counts toward the length limit. */
export interface ThinkingVendor extends Pick<HttpVendor, 'title' | 'create'> {
  readonly model: string;
  /** One of the same API that thinks without being told how much. */
  readonly modelWithoutEffort: string;
  readonly effortIn: (body: RecordedRequest['body']) => string | undefined;
  readonly limitIn: (body: RecordedRequest['body']) => number | undefined;
  readonly reply: (reply: ThoughtReply) => unknown;
}

interface ThoughtReply {
  readonly text: string;
  readonly outputTokens: number;
  readonly isCut: boolean;
}

export const PROMPT_TOKENS = 50;
export const ANSWER_TOKENS = 10;
/** By effort; without one the model thinks as much as it likes. */
export const THINKING_TOKENS: Readonly<Record<string, number>> = { low: 200, medium: 9_000, high: 40_000 };

/**
 * Answers with the text if thinking leaves room for it. An unknown effort, and any for some models, is rejected. Some
 * requests, by their number, come when it is overloaded.
 */
export function letThink(
  server: LoopbackModelServer,
  vendor: ThinkingVendor,
  { text, overloaded = [] }: { readonly text: string; readonly overloaded?: readonly number[] },
): void {
  let requests = 0;
  server.respond(({ body }): Scripted => {
    requests += 1;
    if (overloaded.includes(requests)) return { status: 503 };
    const effort = vendor.effortIn(body);
    const isKnown = effort === undefined || (effort in THINKING_TOKENS && body.model !== vendor.modelWithoutEffort);
    if (!isKnown) return { status: 400, body: { error: { type: 'invalid_request_error', message: 'effort' } } };
    const limit = vendor.limitIn(body) ?? Number.POSITIVE_INFINITY;
    const needed = (THINKING_TOKENS[effort ?? 'high'] ?? 0) + ANSWER_TOKENS;
    const isCut = needed > limit;
    return { body: vendor.reply({ text: isCut ? '' : text, outputTokens: Math.min(needed, limit), isCut }) };
  });
}

const messages = ({ text, outputTokens, isCut }: ThoughtReply) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'thinking', thinking: 'Tea is hot.', signature: 's' }, ...(isCut ? [] : [{ type: 'text', text }])],
  stop_reason: isCut ? 'max_tokens' : 'end_turn',
  usage: { input_tokens: PROMPT_TOKENS, output_tokens: outputTokens },
});

const responses = ({ text, outputTokens, isCut }: ThoughtReply) => ({
  status: isCut ? 'incomplete' : 'completed',
  output: [
    { type: 'reasoning', summary: [] },
    ...(isCut ? [] : [{ type: 'message', content: [{ type: 'output_text', text }] }]),
  ],
  ...(isCut && { incomplete_details: { reason: 'max_output_tokens' } }),
  usage: { input_tokens: PROMPT_TOKENS, output_tokens: outputTokens },
});

const field = (body: unknown, name: string) => (body as Record<string, unknown> | undefined)?.[name];

export const THINKING_VENDORS: readonly ThinkingVendor[] = [
  {
    title: 'anthropic',
    create: createAnthropicAdapter,
    model: 'claude-haiku-5-5',
    modelWithoutEffort: 'claude-haiku-4-5',
    effortIn: (body) => field(body.output_config, 'effort') as string | undefined,
    limitIn: (body) => body.max_tokens as number | undefined,
    reply: messages,
  },
  {
    title: 'openai (responses)',
    create: createOpenaiAdapter,
    model: 'gpt-6.1-terra',
    modelWithoutEffort: 'gpt-6-pro',
    effortIn: (body) => field(body.reasoning, 'effort') as string | undefined,
    limitIn: (body) => body.max_output_tokens as number | undefined,
    reply: responses,
  },
];
