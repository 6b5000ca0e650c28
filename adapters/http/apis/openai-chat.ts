import { z } from 'zod';
import type { ModelRequest } from '../../../src/models/index.js';
import { type Attempt, finalFailure } from '../call/attempt.js';
import { classifyReportedError, isReportedError } from '../call/classify-reported-error.js';
import type { Send } from '../call/exchange.js';
import type { HttpService } from '../call/http-service.js';
import { postJson } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';
import { withinLimit } from './answer-limit.js';
import { answerWith, readAnswer } from './read-answer.js';
import { Figure, usageOf } from './usage-figures.js';
import { withoutThoughts } from './without-thoughts.js';

/** One try over OpenAI's Chat Completions, which many other servers speak too. */
export function askChat(
  send: Send,
  service: HttpService,
  request: ModelRequest,
  extra: Readonly<Record<string, unknown>> = {},
  limitField: LimitField = 'max_tokens',
): Promise<Attempt> {
  const fields = [limitField, ...LIMIT_FIELDS.filter((field) => field !== limitField)];
  return withinLimit(request, fields, (limit) => askOnce(send, service, request, { ...limit, ...extra }));
}

/** The second took the place of the first at OpenAI; other servers know the one, the other or both. */
const LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;
type LimitField = (typeof LIMIT_FIELDS)[number];

async function askOnce(
  send: Send,
  service: HttpService,
  request: ModelRequest,
  extra: Readonly<Record<string, unknown>>,
): Promise<Attempt> {
  const messages = [{ role: 'user', content: request.prompt }];
  const body = { model: request.model, messages, stream: false, ...extra };
  const sent = await postJson(send, service, '/chat/completions', body);
  if (!sent.ok) return sent;
  const read = readAnswer(sent.value, CHAT, service, request);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  const [choice] = answer.choices;
  if (isReportedError(choice?.error)) return classifyReportedError(service, request.model, choice.error, usage);
  const refusal = choice?.message?.refusal;
  if (typeof refusal === 'string' && refusal !== '') {
    return finalFailure({ kind: 'refused', detail: shorten(refusal) }, usage);
  }
  if (choice?.finish_reason === 'content_filter') {
    return finalFailure({ kind: 'refused', detail: 'the content filter stopped the answer' }, usage);
  }
  return answerWith(withoutThoughts(textOf(choice?.message?.content)), choice?.finish_reason === 'length', usage);
}

/** The same, with the effort in the field that Chat Completions has for it. */
export function askChatWithEffort(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  const { reasoningEffort } = request;
  return askChat(send, service, request, reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort });
}

const Part = z.object({ text: z.string().optional() });
const Content = z.union([z.string(), z.array(Part)]).nullish();
const Choice = z.object({
  message: z.object({ content: Content, refusal: z.string().nullish() }).nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
});
const CHAT = {
  answer: z.object({ choices: z.array(Choice).min(1, 'missing') }),
  usage: z
    .object({ usage: z.object({ prompt_tokens: Figure, completion_tokens: Figure, cost: Figure }) })
    .transform(({ usage }) => usageOf(usage.prompt_tokens, usage.completion_tokens, usage.cost)),
};

function textOf(content: z.infer<typeof Content>): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}
