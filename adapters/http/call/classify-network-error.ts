import { type FailedAttempt, finalFailure, passingFailure } from './attempt.js';
import type { HttpService } from './http-service.js';

/** What to make of a request that got no complete answer. */
export function classifyNetworkError(service: HttpService, error: unknown): { ok: false; error: FailedAttempt } {
  const code = codeOf(error);
  const failure = {
    kind: 'unreachable',
    address: addressOf(service.settings.baseUrl),
    detail: DETAILS[code] ?? (error instanceof Error ? error.message : String(error)),
    remedy: service.unreachableRemedy,
  } as const;
  return PERMANENT.has(code) ? finalFailure(failure) : passingFailure(failure);
}

/** A base URL may hold a user name and a password; the origin does not. */
export function addressOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : 'base_url';
}

/** When every address of a host name fails, Node joins the errors into one without a text of its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

const CUT = 'the connection was cut before the answer was complete';

const DETAILS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNRESET: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CUT,
  UND_ERR_CONNECT_TIMEOUT: 'no connection within ten seconds',
};

/** Faults of the configuration, not of the moment. */
const PERMANENT = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL']);
