import type { ZodType } from 'zod';
import { type Result, success } from '../../../src/kernel/result.js';
import type { ModelRequest, Usage } from '../../../src/models/index.js';
import { type Attempt, type FailedAttempt, finalFailure } from '../call/attempt.js';
import { classifyReportedError, isReportedError } from '../call/classify-reported-error.js';
import type { HttpService } from '../call/http-service.js';
import { readShape } from '../call/post-json.js';

/** How the answers of one API look. Usage is read apart, because a failed answer has been paid for too. */
export interface AnswerForm<Value> {
  readonly answer: ZodType<Value>;
  readonly usage: ZodType<Usage>;
}

/** Reads an answer of the 2xx kind, which may still be the report of an error. */
export function readAnswer<Value>(
  json: unknown,
  form: AnswerForm<Value>,
  service: HttpService,
  request: ModelRequest,
): Result<{ readonly answer: Value; readonly usage: Usage }, FailedAttempt> {
  const usage = form.usage.safeParse(json).data ?? {};
  const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined;
  if (isReportedError(error)) return classifyReportedError(service, request.model, error, usage);
  const answer = readShape(json, form.answer);
  return answer.ok ? success({ answer: answer.value, usage }) : { ok: false, error: { ...answer.error, usage } };
}

/** A text that was cut short still says something; none at all is no answer. */
export function answerWith(text: string, isCut: boolean, usage: Usage): Attempt {
  if (text !== '') return success({ text, usage });
  const detail = isCut ? 'the length limit was reached before any answer' : 'the model returned no text';
  return finalFailure({ kind: 'empty_answer', detail }, usage);
}
