import { errors } from 'undici';
import { errorMessage } from '../../../src/kernel/error-code.js';
import { NOTHING_USED, type Usage } from '../../../src/models/index.js';
import { type FailedAttempt, finalFailure, passingFailure } from './attempt.js';
import type { HttpService } from './http-service.js';
import { getAddress } from './open-network.js';
import { shorten } from './read-error-body.js';

/** Classifies a request without a complete answer. */
export function classifyNetworkError(service: HttpService, error: unknown): { ok: false; error: FailedAttempt } {
  const code = getCode(error);
  const shared = { kind: 'unreachable', address: getAddress(service.settings.baseUrl) } as const;
  const setup = SETUP_ERRORS.find(({ codes }) => codes.test(code));
  if (setup !== undefined) {
    const fix = setup.remedy ?? `check base_url of ${service.name}`;
    return finalFailure({ ...shared, detail: setup.detail ?? toMessage(error), remedy: fix }, usageBefore(code));
  }
  const detail = PASSING[code] ?? toMessage(error);
  return passingFailure({ ...shared, detail, remedy: service.unreachableHint }, usageBefore(code));
}

/** A request that never reached the server was not billed; one that was cut off later may have been. */
function usageBefore(code: string): Usage {
  return NEVER_ARRIVED.test(code) ? NOTHING_USED : {};
}

const NEVER_ARRIVED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(CONNECT_TIMEOUT|INVALID_ARG|PRX_TLS)|ERR_INVALID_URL|EPROTO|(ERR_TLS|ERR_SSL|CERT|UNABLE_TO|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT).*)$/;

/** If every address of a host name fails, Node joins the errors into one without a message. */
function getCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Errors of the parser have no code. One without data means that the answer ended too early.
  if (error instanceof errors.HTTPParserError) return 'data' in error && error.data === '' ? 'UND_ERR_SOCKET' : 'HPE_';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return getCode(error.errors[0]);
  return getCode(error.cause);
}

/** Shortened, because some messages have several lines and parts of a program. */
function toMessage(error: unknown): string {
  const message = shorten(errorMessage(error));
  return message === '' ? 'no reason was given' : message;
}

const CUT = 'the connection was cut before the answer was complete';

const PASSING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'no response in time',
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CUT,
  UND_ERR_CONNECT_TIMEOUT: 'no connection within ten seconds',
};

interface SetupError {
  readonly codes: RegExp;
  readonly detail?: string;
  readonly remedy?: string;
}

const TRUST = 'if you trust it, name the file of its authority in NODE_EXTRA_CA_CERTS';

/** Errors of the setup, which a retry would not fix. The first match is used. */
const SETUP_ERRORS: readonly SetupError[] = [
  { codes: /^(UND_ERR_INVALID_ARG|ERR_INVALID_URL)$/ },
  { codes: /^ERR_TLS_CERT_ALTNAME/, detail: 'its certificate is for another host name' },
  { codes: /^CERT_HAS_EXPIRED$/, detail: 'its certificate has expired', remedy: 'have it renewed, or check the clock' },
  { codes: /^CERT_NOT_YET_VALID$/, detail: 'its certificate is not valid yet', remedy: 'check the clock' },
  {
    codes: /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY)/,
    detail: 'its certificate is not signed by an authority that this machine trusts',
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
  { codes: /^HPE_/, detail: 'the server does not speak valid HTTP' },
  { codes: /^UND_ERR_HEADERS_OVERFLOW$/, detail: 'the headers of its answer are too long' },
];
