import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { type Result, success } from '../../../src/kernel/result.js';
import { type FailedAttempt, finalFailure } from './attempt.js';
import { classifyNetworkError } from './classify-network-error.js';
import { classifyStatus } from './classify-status.js';
import { type HttpService, hideKey } from './http-service.js';
import { shorten } from './read-error-body.js';

export interface HttpCall {
  readonly method: 'GET' | 'POST';
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

/**
 * One request and its whole answer. Only an answer of the 2xx kind is a success. Redirects are never followed: they
 * would carry the key and the prompt to a host that nobody configured.
 */
export function createSend(service: HttpService, model: string, signal: AbortSignal): Send {
  return async (call) => {
    const network = service.network();
    if (!network.ok) return finalFailure(network.error);
    let hasBegun = false;
    try {
      const answering = request(call.url, {
        method: call.method,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'witan', ...call.headers },
        body: call.body ?? null,
        signal,
        dispatcher: network.value,
      });
      const response = await unlessAborted(answering, signal);
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
        // Before the text is cut to length: half a key could no longer be recognized.
        body: hideKey(service, body),
        retryAfter: one(headers['retry-after']),
        location: one(headers.location),
      });
    } catch (error) {
      // Whoever cancelled it knows why; for the others it is the deadline, and how far the answer came tells what to do.
      if (signal.aborted) {
        const detail = hasBegun ? 'the answer had begun but not ended' : 'no answer had begun';
        return finalFailure({ kind: 'timeout', afterMs: service.settings.timeoutMs, detail });
      }
      return classifyNetworkError(service, error);
    }
  };
}

/** undici heeds a signal only once it is connected: whoever never finishes the greeting would hold the call longer. */
async function unlessAborted<Value>(answering: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new Error('the call was aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([answering, aborted]);
  } finally {
    settled.abort();
    // It ends by itself when the connection is made or given up; nobody waits for it.
    answering.catch(() => undefined);
  }
}

/** Undefined when the body is longer than any answer could be: reading on would fill the memory. */
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
