import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { type Result, success } from '../../../src/kernel/result.js';
import { withinTime } from '../../../src/kernel/time-limit.js';
import type { ModelRequest } from '../../../src/models/index.js';
import { type FailedAttempt, finalFailure } from './attempt.js';
import { classifyNetworkError } from './classify-network-error.js';
import { classifyStatus } from './classify-status.js';
import { type HttpService, hideKey } from './http-service.js';
import { shorten } from './read-error-body.js';

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Sends one request within the deadline of its call. */
export type Send = (call: HttpCall) => Promise<Result<HttpAnswer, FailedAttempt>>;

/** One question to a model of a service, and the way to send it. */
export interface ModelCall {
  readonly send: Send;
  readonly service: HttpService;
  readonly request: ModelRequest;
}

/**
 * One request and its whole answer. Only a 2xx answer is a success. Redirects are never followed: they
 * would send the key and the prompt to a host that the user did not configure.
 */
export function createSend(service: HttpService, model: string, signal: AbortSignal): Send {
  return async (call) => {
    const network = service.network();
    if (!network.ok) return finalFailure(network.error);
    let hasBegun = false;
    try {
      // undici obeys a signal only once it is connected.
      const response = await withinTime({ signal }, () =>
        request(call.url, {
          method: call.method,
          headers: { 'accept-encoding': 'identity', 'user-agent': 'witan', ...call.headers },
          body: call.body ?? null,
          signal,
          dispatcher: network.value,
        }),
      );
      hasBegun = true;
      const body = await readCapped(response.body);
      if (body === undefined) return finalFailure({ kind: 'unreadable_answer', detail: TOO_LONG });
      const { statusCode: status, headers } = response;
      const encoding = one(headers['content-encoding']).toLowerCase();
      if (encoding !== '' && encoding !== 'identity') {
        const detail = `it is compressed (${shorten(encoding)}), which was not asked for`;
        return finalFailure({ kind: 'unreadable_answer', detail });
      }
      if (status >= 200 && status < 300) return success({ status, contentType: one(headers['content-type']), body });
      return classifyStatus(service, model, {
        status,
        // Before the text is shortened: half a key could not be recognized.
        body: hideKey(service, body),
        retryAfter: one(headers['retry-after']),
        location: one(headers.location),
      });
    } catch (error) {
      // The caller tells a cancellation from a timeout; how far the answer got helps to fix a timeout.
      if (signal.aborted) {
        const detail = hasBegun ? 'the answer had begun but not ended' : 'no answer had begun';
        return finalFailure({ kind: 'timeout', afterMs: service.settings.timeoutMs, detail });
      }
      return classifyNetworkError(service, error);
    }
  };
}

/** Undefined if the body is too long: reading on would fill the memory. */
async function readCapped(stream: Dispatcher.ResponseData['body']): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}

const MAX_BODY_BYTES = 20 * 1024 * 1024;
const TOO_LONG = `the answer is longer than ${MAX_BODY_BYTES / 1024 / 1024} MB`;
