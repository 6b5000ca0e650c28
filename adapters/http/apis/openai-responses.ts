import { z } from 'zod';
import { success } from '../../../src/kernel/result.js';
import type { ModelRequest, Usage } from '../../../src/models/index.js';
import { type Attempt, finalFailure } from '../call/attempt.js';
import { classifyStatus } from '../call/classify-status.js';
import type { Send } from '../call/exchange.js';
import type { HttpService } from '../call/http-service.js';
import { postJson } from '../call/post-json.js';
import { shorten } from '../call/read-error-body.js';

/** One try over OpenAI's Responses API, the only one that its reasoning and pro models all speak. */
export async function askResponses(send: Send, service: HttpService, request: ModelRequest): Promise<Attempt> {
  const body = {
    model: request.model,
    input: request.prompt,
    // The vendor keeps answers for a month otherwise.
    store: false,
    ...(request.reasoningEffort !== undefined && { reasoning: { effort: request.reasoningEffort } }),
  };
  const answer = await postJson(send, service, '/responses', body, ResponsesAnswer);
  if (!answer.ok) return answer;
  const { error, incomplete_details: incomplete, status } = answer.value;
  const usage = usageOf(answer.value);
  if (error !== null && error !== undefined) {
    const failed = classifyStatus(service, request.model, { status: statusOf(error), body: JSON.stringify({ error }) });
    return { ok: false, error: { ...failed.error, usage } };
  }
  const parts = answer.value.output.flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []));
  const refusal = parts.find((part) => part.type === 'refusal')?.refusal;
  if (refusal !== undefined) return finalFailure({ kind: 'refused', detail: shorten(refusal) }, usage);
  if (incomplete?.reason === 'content_filter') {
    return finalFailure({ kind: 'refused', detail: 'the content filter stopped the answer' }, usage);
  }
  const text = parts
    .map((part) => (part.type === 'output_text' ? (part.text ?? '') : ''))
    .join('')
    .trim();
  if (text !== '') return success({ text, usage });
  const detail =
    incomplete?.reason === 'max_output_tokens'
      ? 'the length limit was reached before any answer'
      : `the model returned no text (status ${status ?? 'unknown'})`;
  return finalFailure({ kind: 'empty_answer', detail }, usage);
}

/** The API reports trouble while generating inside a 200, with a code of its own. */
function statusOf(error: z.infer<typeof ResponsesError>): number {
  if (error.code === 'rate_limit_exceeded') return 429;
  return error.code === 'server_error' ? 500 : 400;
}

const ResponsesError = z.object({ code: z.string().nullish(), message: z.string().nullish() });
const Part = z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() });
const Item = z.object({ type: z.string(), content: z.array(Part).nullish() });
const ResponsesAnswer = z.object({
  status: z.string().nullish(),
  output: z.array(Item),
  error: ResponsesError.nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: z.object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
});

function usageOf({ usage }: z.infer<typeof ResponsesAnswer>): Usage {
  return {
    ...(typeof usage?.input_tokens === 'number' && { inputTokens: usage.input_tokens }),
    ...(typeof usage?.output_tokens === 'number' && { outputTokens: usage.output_tokens }),
  };
}
