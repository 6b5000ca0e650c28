import { z } from 'zod';
import { type Attempt, finalFailure } from '../call/attempt.js';
import { classifyReportedError, isReportedError } from '../call/classify-reported-error.js';
import type { ModelCall } from '../call/exchange.js';
import { postJson } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';
import { withinLimit } from './answer-limit.js';
import { answerWith, readAnswer, withoutThoughts } from './read-answer.js';

/** One try over OpenAI's Chat Completions, which many other servers offer, too. */
export function askChat(
  call: ModelCall,
  extra: Readonly<Record<string, unknown>> = {},
  limitField: LimitField = 'max_tokens',
): Promise<Attempt> {
  const fields = [limitField, ...LIMIT_FIELDS.filter((field) => field !== limitField)];
  return withinLimit(call.request, fields, (limit) => askOnce(call, { ...limit, ...extra }));
}

/** OpenAI replaced the first by the second; other servers know one or both. */
const LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;
type LimitField = (typeof LIMIT_FIELDS)[number];

async function askOnce(call: ModelCall, extra: Readonly<Record<string, unknown>>): Promise<Attempt> {
  const { request, service } = call;
  const messages = [{ role: 'user', content: request.prompt }];
  const body = { model: request.model, messages, stream: false, ...extra };
  const sent = await postJson(call, '/chat/completions', body);
  if (!sent.ok) return sent;
  const read = readAnswer(sent.value, CHAT, call);
  if (!read.ok) return read;
  const { answer, usage } = read.value;
  const [choice] = answer.choices;
  if (isReportedError(choice?.error))
    return classifyReportedError(choice.error, usage, { service, model: request.model });
  const refusal = choice?.message?.refusal;
  if (typeof refusal === 'string' && refusal !== '') {
    return finalFailure({ kind: 'refused', detail: shorten(refusal) }, usage);
  }
  if (choice?.finish_reason === 'content_filter') {
    return finalFailure({ kind: 'refused', detail: 'the content filter stopped the answer' }, usage);
  }
  const text = withoutThoughts(getText(choice?.message?.content));
  return answerWith({ text, usage }, choice?.finish_reason === 'length', request);
}

/** The same, with the reasoning effort. */
export function askChatWithEffort(call: ModelCall): Promise<Attempt> {
  const { reasoningEffort } = call.request;
  return askChat(call, reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort });
}

const Part = z.object({ text: z.string().optional() });
const Content = z.union([z.string(), z.array(Part)]).nullish();
const Choice = z.object({
  message: z.object({ content: Content, refusal: z.string().nullish() }).nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
});
const CHAT = z.object({ choices: z.array(Choice).min(1, 'missing') });

function getText(content: z.infer<typeof Content>): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}
