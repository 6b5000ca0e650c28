import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { type ModelRequest, toUsage } from '../../../src/models/index.js';
import { type Attempt, finalFailure } from '../call/attempt.js';
import type { ModelCall } from '../call/exchange.js';
import { fetchThrough } from '../call/fetch-through.js';
import { Figure } from '../call/figure.js';
import type { HttpService } from '../call/http-service.js';
import { jsonHeaders } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';
import { answerWith, readAnswer } from './read-answer.js';

/** One try over Anthropic's Messages API, through its SDK. */
export async function askMessages(call: ModelCall, headers: Readonly<Record<string, string>> = {}): Promise<Attempt> {
  const { send, service, request } = call;
  const wire = fetchThrough(send, { ...jsonHeaders(service), 'anthropic-version': API_VERSION, ...headers });
  let raw: unknown;
  try {
    raw = await createClient(service, wire.fetch).messages.create({
      model: request.model,
      max_tokens: Math.min(request.maxAnswerTokens ?? MAX_ANSWER_TOKENS, MAX_ANSWER_TOKENS),
      messages: [{ role: 'user', content: request.prompt }],
      ...effortOf(request),
    });
  } catch {
    const failed = wire.failed();
    return failed === undefined
      ? finalFailure({ kind: 'unreadable_answer', detail: 'not JSON' })
      : { ok: false, error: failed };
  }
  const read = readAnswer(raw, MESSAGE, call);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  const { stop_reason: stopReason, stop_details: details } = answer;
  if (stopReason === 'refusal') {
    return finalFailure({ kind: 'refused', detail: shorten(details?.explanation ?? 'the model declined') }, usage);
  }
  const text = answer.content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
  const isCut = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
  return answerWith(text.trim(), isCut, usage);
}

function createClient(service: HttpService, fetch: typeof globalThis.fetch): Anthropic {
  return new Anthropic({
    baseURL: service.settings.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    // The real key is in our own headers. Without a key the SDK would look for the user's credentials.
    apiKey: 'none',
    authToken: null,
    fetch,
    // `callHttp` retries and enforces the deadline.
    maxRetries: 0,
    timeout: service.settings.timeoutMs,
    // Its logger writes to standard output, which belongs to the MCP protocol.
    logger: SILENT,
    logLevel: 'off',
    openTelemetry: false,
  });
}

const SILENT = { error: ignore, warn: ignore, info: ignore, debug: ignore };

function ignore(): void {}

function effortOf(request: ModelRequest): { output_config?: { effort: Effort } } {
  const effort = request.reasoningEffort === 'minimal' ? 'low' : request.reasoningEffort;
  return isEffort(effort) ? { output_config: { effort } } : {};
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
type Effort = (typeof EFFORTS)[number];

function isEffort(effort: string | undefined): effort is Effort {
  return EFFORTS.some((known) => known === effort);
}

const MESSAGE = {
  answer: z.object({
    content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
    stop_reason: z.string().nullish(),
    stop_details: z.object({ explanation: z.string().nullish() }).nullish(),
  }),
  usage: z
    .object({
      usage: z.object({
        input_tokens: Figure,
        output_tokens: Figure,
        cache_creation_input_tokens: Figure,
        cache_read_input_tokens: Figure,
      }),
    })
    .transform(({ usage }) => {
      const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
      const input = usage.input_tokens === undefined ? undefined : usage.input_tokens + cached;
      return toUsage({ inputTokens: input, outputTokens: usage.output_tokens });
    }),
};

/** The API version of the SDK's requests; a test compares the two. */
export const API_VERSION = '2026-10-21';

/** Enough for a long argument with the thinking before it. */
const MAX_ANSWER_TOKENS = 16_000;
