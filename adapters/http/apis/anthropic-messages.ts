import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { ModelRequest } from '../../../src/models/index.js';
import { askThrough } from '../call/ask-through.js';
import { type Attempt, finalFailure } from '../call/attempt.js';
import type { ModelCall } from '../call/exchange.js';
import type { HttpService } from '../call/http-service.js';
import { jsonHeaders } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';
import { answerWith, readAnswer } from './read-answer.js';

/** One try over Anthropic's Messages API, through its SDK. */
export async function askMessages(call: ModelCall, headers: Readonly<Record<string, string>> = {}): Promise<Attempt> {
  const { send, service, request } = call;
  const allHeaders = { ...jsonHeaders(service), 'anthropic-version': API_VERSION, ...headers };
  const sent = await askThrough(send, allHeaders, (fetchThrough) =>
    createClient(service, fetchThrough).messages.create({
      model: request.model,
      max_tokens: Math.min(request.maxAnswerTokens ?? MAX_ANSWER_TOKENS, MAX_ANSWER_TOKENS),
      messages: [{ role: 'user', content: request.prompt }],
      ...effortOf(request),
    }),
  );
  if (!sent.ok) return sent;
  const read = readAnswer(sent.value, MESSAGE, call);
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

const MESSAGE = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  stop_details: z.object({ explanation: z.string().nullish() }).nullish(),
});

/** The API version of the SDK's requests; a test compares the two. */
export const API_VERSION = '2026-10-21';

/** Enough for a long argument with the thinking before it. */
const MAX_ANSWER_TOKENS = 16_000;
