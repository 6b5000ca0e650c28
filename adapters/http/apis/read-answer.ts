import type { ZodType } from 'zod';
import { type Result, success } from '../../../src/kernel/result.js';
import type { ModelReply, ModelRequest, Usage } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure } from '../call/attempt.js';
import { classifyReportedError, isReportedError } from '../call/classify-reported-error.js';
import type { ModelCall } from '../call/exchange.js';
import { readShape } from '../call/post-json.js';
import { readUsage } from '../call/read-usage.js';

/** Reads a 2xx answer, which may still report an error. Usage is read first: a failed answer may have been billed, too. */
export function readAnswer<Value>(
  json: unknown,
  form: ZodType<Value>,
  { service, request }: Pick<ModelCall, 'service' | 'request'>,
): Result<{ readonly answer: Value; readonly usage: Usage }, FailedAttempt> {
  const usage = readUsage(json);
  const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined;
  if (isReportedError(error)) return classifyReportedError(error, usage, { service, model: request.model });
  const answer = readShape(json, form);
  return answer.ok ? success({ answer: answer.value, usage }) : { ok: false, error: { ...answer.error, usage } };
}

/** A truncated text is an answer, truncated JSON and no text are not. */
export function answerWith(reply: ModelReply, isCut: boolean, request: Pick<ModelRequest, 'answerSchema'>): Attempt {
  const { text, usage } = reply;
  if (isCut && request.answerSchema !== undefined) {
    const detail = 'the length limit was reached before its end; ask for less, or a model with a larger limit';
    return finalFailure({ kind: 'truncated', detail }, usage, isCut);
  }
  if (text !== '') return success(reply);
  const detail = isCut ? 'the length limit was reached before any answer' : 'the model returned no text';
  return finalFailure({ kind: 'empty_answer', detail }, usage, isCut);
}

/**
 * Some servers leave a model's private reasoning at the beginning of the answer, in think tags. It must not reach other
 * participants, and a vote in it is not a vote. Without an end tag everything is reasoning.
 */
export function withoutThoughts(answer: string): string {
  const text = answer.trim();
  if (!text.startsWith('<think>')) return text;
  const end = text.indexOf('</think>');
  return end === -1 ? '' : text.slice(end + '</think>'.length).trim();
}
