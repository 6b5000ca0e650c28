import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { success } from '../../../src/kernel/result.js';
import type { ModelRequest, Usage } from '../../../src/models/index.js';
import { type Attempt, finalFailure } from '../call/attempt.js';
import type { Send } from '../call/exchange.js';
import { fetchThrough } from '../call/fetch-through.js';
import { type HttpService, keyOf } from '../call/http-service.js';
import { readShape } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';

/** One try over Anthropic's Messages API, through its SDK. */
export async function askMessages(
  send: Send,
  service: HttpService,
  request: ModelRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<Attempt> {
  const wire = fetchThrough(send);
  let raw: unknown;
  try {
    raw = await createClient(service, wire.fetch, headers).messages.create({
      model: request.model,
      max_tokens: LONGEST_ANSWER_TOKENS,
      messages: [{ role: 'user', content: request.prompt }],
      ...effortOf(request),
    });
  } catch {
    const failed = wire.failed();
    return failed === undefined
      ? finalFailure({ kind: 'unreadable_answer', detail: 'not JSON' })
      : { ok: false, error: failed };
  }
  const answer = readShape(raw, Message);
  if (!answer.ok) return answer;
  const { stop_reason: stopReason, stop_details: details } = answer.value;
  const usage = usageOf(answer.value);
  if (stopReason === 'refusal') {
    return finalFailure({ kind: 'refused', detail: shorten(details?.explanation ?? 'the model declined') }, usage);
  }
  const text = answer.value.content
    .map((block) => (block.type === 'text' ? (block.text ?? '') : ''))
    .join('')
    .trim();
  if (text !== '') return success({ text, usage });
  const isCut = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
  const detail = isCut ? 'the length limit was reached before any answer' : 'the model returned no text';
  return finalFailure({ kind: 'empty_answer', detail }, usage);
}

function createClient(
  service: HttpService,
  fetch: typeof globalThis.fetch,
  headers: Readonly<Record<string, string>>,
): Anthropic {
  const key = keyOf(service);
  return new Anthropic({
    baseURL: service.settings.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    // Without any key the SDK would look for the user's own credentials and send them to this server.
    apiKey: key ?? 'none',
    defaultHeaders: key === undefined ? { ...headers, authorization: null } : { ...headers },
    fetch,
    // The shared policy retries and keeps the time.
    maxRetries: 0,
    timeout: service.settings.timeoutMs,
    // Its own logger writes to standard output, which is the wire of the MCP server.
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

const Message = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  stop_details: z.object({ explanation: z.string().nullish() }).nullish(),
  usage: z
    .object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
    })
    .nullish(),
});

function usageOf({ usage }: z.infer<typeof Message>): Usage {
  if (usage === null || usage === undefined) return {};
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens };
}

/** Enough for a long argument with the thinking before it. */
const LONGEST_ANSWER_TOKENS = 16_000;
