import { z } from 'zod';
import type { HttpAdapterSettings } from '../../src/models/index.js';
import { type LimitFields, withinLimit } from './apis/answer-limit.js';
import { takesEffort } from './apis/effort.js';
import { askChat } from './apis/openai-chat.js';
import { answerWith, readAnswer } from './apis/read-answer.js';
import { type Attempt, finalFailure } from './call/attempt.js';
import type { ModelCall } from './call/exchange.js';
import type { HttpCallOptions } from './call/http-service.js';
import { postJson } from './call/post-json.js';
import { shorten } from './call/read-error-body.js';
import { createHttpAdapter } from './create-http-adapter.js';

export function createOpenaiAdapter(settings: HttpAdapterSettings, name = 'openai', options?: HttpCallOptions) {
  const supports = { effort: (model: string) => takesEffort('openai', model) };
  return createHttpAdapter({ name, keyVariable: 'OPENAI_API_KEY', supports, ask: askOpenai }, settings, options);
}

/** Chat models reject a reasoning effort, so none is sent. */
function askOpenai(call: ModelCall): Promise<Attempt> {
  if (needsResponses(call.request.model)) return askResponses(call);
  return askChat(call, {}, 'max_completion_tokens');
}

/** Reasoning, pro and codex models; some are not available over Chat Completions. */
export function needsResponses(model: string): boolean {
  const id = model.toLowerCase().replace(/^ft:/, '');
  return /^o\d/.test(id) || /^gpt-([5-9]|\d{2})/.test(id) || /-pro(-|$)/.test(id) || id.includes('codex');
}

/** One try over OpenAI's Responses API, the only one for all of its reasoning and pro models. */
function askResponses(call: ModelCall): Promise<Attempt> {
  return withinLimit(call.request, ['max_output_tokens'], (limit) => askOnce(call, limit));
}

async function askOnce(call: ModelCall, limit: LimitFields): Promise<Attempt> {
  const { request } = call;
  const effort = takesEffort('openai', request.model) ? request.reasoningEffort : undefined;
  const body = {
    model: request.model,
    input: request.prompt,
    // Otherwise the vendor stores answers for a month.
    store: false,
    ...limit,
    ...(effort !== undefined && { reasoning: { effort } }),
  };
  const sent = await postJson(call, '/responses', body);
  if (!sent.ok) return sent;
  const read = readAnswer(sent.value, RESPONSES, call);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  const parts = answer.output.flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []));
  const refusal = parts.find((part) => part.type === 'refusal')?.refusal;
  if (refusal !== undefined) return finalFailure({ kind: 'refused', detail: shorten(refusal) }, usage);
  const reason = answer.incomplete_details?.reason;
  if (reason === 'content_filter') {
    return finalFailure({ kind: 'refused', detail: 'the content filter stopped the answer' }, usage);
  }
  const text = parts.map((part) => (part.type === 'output_text' ? (part.text ?? '') : '')).join('');
  return answerWith({ text: text.trim(), usage }, reason === 'max_output_tokens', request);
}

const Part = z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() });
const Item = z.object({ type: z.string(), content: z.array(Part).nullish() });
const RESPONSES = z.object({
  output: z.array(Item),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
});
