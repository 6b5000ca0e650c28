import { z } from 'zod';
import { success } from '../../../src/kernel/result.js';
import type { ModelRequest, Usage } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure } from '../call/attempt.js';
import { classifyStatus } from '../call/classify-status.js';
import type { Send } from '../call/exchange.js';
import type { HttpService } from '../call/http-service.js';
import { postJson } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';
import { withoutThoughts } from './without-thoughts.js';

/** One try over OpenAI's Chat Completions, which many other servers speak too. */
export async function askChat(
  send: Send,
  service: HttpService,
  request: ModelRequest,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<Attempt> {
  const messages = [{ role: 'user', content: request.prompt }];
  const body = { model: request.model, messages, stream: false, ...extra };
  const answer = await postJson(send, service, '/chat/completions', body, ChatAnswer);
  if (!answer.ok) return answer;
  const usage = usageOf(answer.value);
  const [choice] = answer.value.choices;
  const upstream = answer.value.error ?? choice?.error;
  if (upstream !== undefined && upstream !== null) return upstreamFailure(service, request.model, upstream, usage);
  const refusal = choice?.message?.refusal;
  if (typeof refusal === 'string' && refusal !== '') {
    return finalFailure({ kind: 'refused', detail: shorten(refusal) }, usage);
  }
  if (choice?.finish_reason === 'content_filter') {
    return finalFailure({ kind: 'refused', detail: 'the content filter stopped the answer' }, usage);
  }
  const text = withoutThoughts(textOf(choice?.message?.content));
  if (text !== '') return success({ text, usage });
  const isCut = choice?.finish_reason === 'length';
  const detail = isCut ? 'the length limit was reached before any answer' : 'the model returned no text';
  return finalFailure({ kind: 'empty_answer', detail }, usage);
}

/** Effort is a field of its own in Chat Completions. */
export function reasoningEffort(request: ModelRequest): Record<string, unknown> {
  return request.reasoningEffort === undefined ? {} : { reasoning_effort: request.reasoningEffort };
}

/** A gateway may answer 200 and report the trouble of the server behind it inside; it counts like a status. */
function upstreamFailure(
  service: HttpService,
  model: string,
  error: z.infer<typeof UpstreamError>,
  usage: Usage,
): { ok: false; error: FailedAttempt } {
  const status = Number(error.code);
  const isStatus = Number.isInteger(status) && status >= 400 && status < 600;
  const failed = classifyStatus(service, model, { status: isStatus ? status : 502, body: JSON.stringify({ error }) });
  return { ok: false, error: { ...failed.error, usage } };
}

const UpstreamError = z.looseObject({
  code: z.union([z.number(), z.string()]).nullish(),
  message: z.string().nullish(),
});
const Part = z.object({ text: z.string().optional() });
const Content = z.union([z.string(), z.array(Part)]).nullish();
const Choice = z.object({
  message: z.object({ content: Content, refusal: z.string().nullish() }).nullish(),
  finish_reason: z.string().nullish(),
  error: UpstreamError.nullish(),
});
const Figures = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  cost: z.number().nullish(),
});
const ChatAnswer = z
  .object({ choices: z.array(Choice).default([]), error: UpstreamError.nullish(), usage: Figures.nullish() })
  .refine((answer) => answer.choices.length > 0 || answer.error != null, { path: ['choices'], message: 'missing' });

function usageOf({ usage }: z.infer<typeof ChatAnswer>): Usage {
  return {
    ...(typeof usage?.prompt_tokens === 'number' && { inputTokens: usage.prompt_tokens }),
    ...(typeof usage?.completion_tokens === 'number' && { outputTokens: usage.completion_tokens }),
    ...(typeof usage?.cost === 'number' && { costUsd: usage.cost }),
  };
}

function textOf(content: z.infer<typeof Content>): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}
