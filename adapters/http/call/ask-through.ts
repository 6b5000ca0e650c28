import { type Result, success } from '../../../src/kernel/result.js';
import { type FailedAttempt, finalFailure } from './attempt.js';
import type { Send } from './exchange.js';

/**
 * Makes a vendor's package use `send`, with its limits, cancellation and errors. The package only sees complete 2xx
 * answers; a failed request is returned as it is, because packages wrap and rephrase errors. The package's headers are
 * not sent, because packages add keys from the environment for any server.
 */
export async function askThrough(
  send: Send,
  headers: Readonly<Record<string, string>>,
  ask: (fetchThrough: typeof fetch) => Promise<unknown>,
): Promise<Result<unknown, FailedAttempt>> {
  let failed = finalFailure({ kind: 'unreadable_answer', detail: 'not JSON' });
  const fetchThrough: typeof fetch = async (input, init) => {
    const sent = await send({
      method: init?.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      url: input instanceof Request ? input.url : String(input),
      headers,
      ...(typeof init?.body === 'string' && { body: init.body }),
    });
    if (!sent.ok) {
      failed = sent;
      throw new Error('the request failed');
    }
    const { status, contentType, body } = sent.value;
    // Packages would report bad JSON, which is misleading.
    if (body.trim() === '') {
      failed = finalFailure({ kind: 'unreadable_answer', detail: 'nothing was sent' });
      throw new Error('nothing was sent');
    }
    return new Response(status === 204 ? null : body, { status, headers: { 'content-type': contentType } });
  };
  try {
    return success(await ask(fetchThrough));
  } catch {
    return failed;
  }
}
