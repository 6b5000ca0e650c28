import { errors } from 'undici';
import { NOTHING_USED, type Usage } from '../../../src/models/index.js';
import { addressOf } from './address-of.js';
import { type FailedAttempt, finalFailure, passingFailure } from './attempt.js';
import type { HttpService } from './http-service.js';
import { shorten } from './read-error-body.js';

/** What to make of a request that got no complete answer. */
export function classifyNetworkError(service: HttpService, error: unknown): { ok: false; error: FailedAttempt } {
  const code = codeOf(error);
  const shared = { kind: 'unreachable', address: addressOf(service.settings.baseUrl) } as const;
  const fault = FAULTS.find(({ codes }) => codes.test(code));
  if (fault !== undefined) {
    const remedy = fault.remedy ?? `check base_url of ${service.name}`;
    return finalFailure({ ...shared, detail: fault.detail ?? messageOf(error), remedy }, usageBefore(code));
  }
  const detail = PASSING[code] ?? messageOf(error);
  return passingFailure({ ...shared, detail, remedy: service.unreachableHint }, usageBefore(code));
}

/** What never reached the server was not billed; what was cut off later may have been, and nobody says how much. */
function usageBefore(code: string): Usage {
  return NEVER_ARRIVED.test(code) ? NOTHING_USED : {};
}

const NEVER_ARRIVED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(CONNECT_TIMEOUT|INVALID_ARG|PRX_TLS)|ERR_INVALID_URL|EPROTO|(ERR_TLS|ERR_SSL|CERT|UNABLE_TO|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT).*)$/;

/** When every address of a host name fails, Node joins the errors into one without a text of its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // The parser's errors come without a code. One about no bytes at all means that the answer ended too early.
  if (error instanceof errors.HTTPParserError) return 'data' in error && error.data === '' ? 'UND_ERR_SOCKET' : 'HPE_';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}

/** Some texts run over several lines and hold parts of the program that made them. */
function messageOf(error: unknown): string {
  const words = shorten(error instanceof Error ? error.message : String(error));
  return words === '' ? 'no reason was given' : words;
}

const CUT = 'the connection was cut before the answer was complete';

const PASSING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to its network',
  ETIMEDOUT: 'no sign of life in time',
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CUT,
  UND_ERR_CONNECT_TIMEOUT: 'no connection within ten seconds',
};

interface Fault {
  readonly codes: RegExp;
  readonly detail?: string;
  readonly remedy?: string;
}

const TRUST = 'if you trust it, name the file of its authority in NODE_EXTRA_CA_CERTS';

/** Faults of the set-up, not of the moment: every further try would meet them again. The first that fits counts. */
const FAULTS: readonly Fault[] = [
  { codes: /^(UND_ERR_INVALID_ARG|ERR_INVALID_URL)$/ },
  { codes: /^ERR_TLS_CERT_ALTNAME/, detail: 'its certificate is for another host name' },
  { codes: /^CERT_HAS_EXPIRED$/, detail: 'its certificate has expired', remedy: 'have it renewed, or check the clock' },
  { codes: /^CERT_NOT_YET_VALID$/, detail: 'its certificate is not valid yet', remedy: 'check the clock' },
  {
    codes: /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY)/,
    detail: 'its certificate is signed by nobody whom this machine trusts',
    remedy: TRUST,
  },
  { codes: /^CERT_|^UNABLE_TO_/, detail: 'its certificate is not accepted', remedy: TRUST },
  {
    codes: /^(EPROTO$|ERR_TLS_|ERR_SSL_)/,
    detail: 'no secure connection could be made; it may speak plain http',
  },
  {
    codes: /^UND_ERR_PRX_TLS$/,
    detail: 'no secure connection to the proxy could be made',
    remedy: 'check HTTPS_PROXY; most proxies are addressed with http://',
  },
  { codes: /^HPE_/, detail: 'what answers does not speak HTTP as it should' },
  { codes: /^UND_ERR_HEADERS_OVERFLOW$/, detail: 'the headers of its answer are too long' },
];
