import type { ModelFailure } from '../../../src/models/index.js';
import { type FailedAttempt, finalFailure, passingFailure } from './attempt.js';
import { getKey, type HttpService, keyName } from './http-service.js';
import { readErrorBody, type ServerError } from './read-error-body.js';
import { usageInError } from './read-usage.js';

/** The parts of an answer without a 2xx status that matter here. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: string;
  readonly location?: string;
}

/** Server errors and rate limits are temporary; other refusals would be repeated. */
export function classifyStatus(
  service: HttpService,
  model: string,
  answer: ErrorAnswer,
): { ok: false; error: FailedAttempt } {
  const error = readErrorBody(answer.body);
  const detail = error.message === '' ? `no explanation was given` : error.message;
  const usage = usageInError(answer.body);
  const retryAfterMs = parseRetryAfter(answer.retryAfter ?? '', Date.now());
  if (answer.status === 429) {
    const limited = { kind: 'rate_limited', detail, ...(retryAfterMs !== undefined && { retryAfterMs }) } as const;
    return SPENT.has(error.code) ? finalFailure(limited, usage) : passingFailure(limited, usage, retryAfterMs);
  }
  if (answer.status >= 500) {
    return passingFailure({ kind: 'server_error', status: answer.status, detail }, usage, retryAfterMs);
  }
  return finalFailure(classifyRefusal(answer, { ...error, detail }, { service, model }), usage);
}

function classifyRefusal(
  answer: ErrorAnswer,
  error: ServerError & { readonly detail: string },
  { service, model }: { readonly service: HttpService; readonly model: string },
): ModelFailure {
  const { status } = answer;
  const { detail } = error;
  if (error.isModeration || MODERATION.has(error.code)) return { kind: 'refused', detail };
  if (status === 401 || status === 403) return { kind: 'not_logged_in', remedy: keyHint(service, status, detail) };
  // A web page instead of an error object means that the address is wrong, not the model.
  if (error.code === 'model_not_found' || (status === 404 && error.isStructured)) {
    return { kind: 'unknown_model', model, detail };
  }
  if (status === 404) return { kind: 'rejected', status, detail: `${detail}; check base_url of ${service.name}` };
  if (status >= 300 && status < 400) return { kind: 'rejected', status, detail: redirectDetail(service, answer) };
  return { kind: 'rejected', status, detail };
}

function keyHint(service: HttpService, status: number, detail: string): string {
  const name = keyName(service);
  return getKey(service) === undefined
    ? `${service.name} asks for a key (HTTP ${status}: ${detail}); set ${name}`
    : `${service.name} did not accept the key (HTTP ${status}: ${detail}); check ${name}`;
}

function redirectDetail(service: HttpService, { location = '' }: ErrorAnswer): string {
  const { baseUrl } = service.settings;
  const target = URL.canParse(location, baseUrl) ? new URL(location, baseUrl).origin : 'another address';
  return `the server redirects to ${target}, which is not followed; set base_url of ${service.name} to the final address`;
}

/** Without credit, waiting does not help. */
const SPENT = new Set(['insufficient_quota', 'billing_hard_limit_reached']);
const MODERATION = new Set(['content_filter', 'content_policy_violation', 'moderation_blocked']);

/** In milliseconds. The header is a number of seconds or a date; undefined without a time in the future. */
export function parseRetryAfter(header: string, now: number): number | undefined {
  if (header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.ceil(ms) : undefined;
}
