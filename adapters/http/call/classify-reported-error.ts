import { NOTHING_USED, type Usage } from '../../../src/models/index.js';
import { type FailedAttempt, passingFailure } from './attempt.js';
import { classifyStatus } from './classify-status.js';
import { type HttpService, hideKey } from './http-service.js';
import { readErrorBody } from './read-error-body.js';

/** An error inside a 2xx answer: a text, or an object in any format. */
export type ReportedError = string | object;

/** Some servers always send the field, and leave it empty without an error. */
export function isReportedError(error: unknown): error is ReportedError {
  if (typeof error === 'string') return error.trim() !== '';
  return typeof error === 'object' && error !== null && Object.keys(error).length > 0;
}

/** A server may answer 200 and report an error inside, also of another server. */
export function classifyReportedError(
  error: ReportedError,
  usage: Usage,
  { service, model }: { readonly service: HttpService; readonly model: string },
): { ok: false; error: FailedAttempt } {
  // Before the text is shortened: half a key could not be recognized.
  const body = hideKey(service, JSON.stringify({ error }));
  const status = getStatus(error);
  const failed =
    status === undefined
      ? passingFailure({ kind: 'server_error', status: 200, detail: readErrorBody(body).message }, {})
      : classifyStatus(service, model, { status, body });
  // An error without figures was not billed.
  const hasFigures = Object.keys(usage).length > 0;
  return { ok: false, error: { ...failed.error, usage: hasFigures ? usage : NOTHING_USED } };
}

/** The HTTP status that fits the error's number or name. */
function getStatus(error: ReportedError): number | undefined {
  const fields = Object.entries(typeof error === 'string' ? { code: error } : error);
  const values = ['code', 'status', 'type'].map((key) => fields.find(([name]) => name === key)?.[1]);
  for (const value of values) {
    const status = Number(value);
    if (Number.isInteger(status) && status >= 400 && status < 600) return status;
    if (typeof value === 'string') {
      const known = STATUS_OF_CODE.find(([codes]) => codes.test(value));
      if (known !== undefined) return known[1];
    }
  }
  return undefined;
}

/** Error names of the known APIs. */
const STATUS_OF_CODE: readonly (readonly [RegExp, number])[] = [
  [/^(invalid_api_key|incorrect_api_key|authentication_error|unauthori[sz]ed|unauthenticated)$/i, 401],
  [/^(permission_error|permission_denied|forbidden|access_denied)$/i, 403],
  [/^(model_not_found|model_not_loaded|not_found_error|not_found)$/i, 404],
  [/^(rate_limit\w*|too_many_requests|resource_exhausted|insufficient_quota|billing_hard_limit_reached)$/i, 429],
  [/^(server_error|api_error|internal_error|internal_server_error)$/i, 500],
  [/^(overloaded|overloaded_error|service_unavailable|unavailable)$/i, 503],
  [/^(timeout|timeout_error|gateway_timeout)$/i, 504],
  [/^(context_length_exceeded|content_filter|content_policy_violation|moderation_blocked)$/i, 400],
  [/^(invalid|unsupported|image)_\w+$/i, 400],
];
