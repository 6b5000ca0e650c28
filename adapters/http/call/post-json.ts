import type { ZodType } from 'zod';
import { type Result, success } from '../../../src/kernel/result.js';
import { type FailedAttempt, finalFailure } from './attempt.js';
import type { ModelCall } from './exchange.js';
import { getKey, type HttpService } from './http-service.js';
import { shorten } from './read-error-body.js';

/** Posts JSON with the key as bearer token; the caller checks the answer's format. */
export async function postJson(
  { send, service }: Pick<ModelCall, 'send' | 'service'>,
  path: string,
  body: unknown,
): Promise<Result<unknown, FailedAttempt>> {
  const sent = await send({
    method: 'POST',
    url: versionedUrl(service.settings.baseUrl, path),
    headers: jsonHeaders(service),
    body: JSON.stringify(body),
  });
  return sent.ok ? parseJson(sent.value.body) : sent;
}

export function parseJson(body: string): Result<unknown, FailedAttempt> {
  try {
    return success(JSON.parse(body) as unknown);
  } catch {
    return finalFailure({ kind: 'unreadable_answer', detail: body.trim() === '' ? 'nothing was sent' : 'not JSON' });
  }
}

export function readShape<Value>(json: unknown, schema: ZodType<Value>): Result<Value, FailedAttempt> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return success(parsed.data);
  const [issue] = parsed.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? 'answer' : issue.path.join('.');
  const isMissing = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const problem = isMissing ? 'missing' : (issue?.message ?? 'invalid');
  const detail = shorten(`not the form that was expected: ${field}: ${problem}`);
  return finalFailure({ kind: 'unreadable_answer', detail });
}

export function jsonHeaders(service: HttpService): Record<string, string> {
  return { 'content-type': 'application/json', accept: 'application/json', ...bearer(service) };
}

export function bearer(service: HttpService): Record<string, string> {
  const key = getKey(service);
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** People write the address with and without the version at its end. */
export function versionedUrl(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/\/+$/, '');
  return `${new URL(base).pathname === '/' ? `${base}/v1` : base}${path}`;
}
