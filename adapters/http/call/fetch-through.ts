import { type FailedAttempt, finalFailure } from './attempt.js';
import type { Send } from './exchange.js';

/**
 * Lets a vendor's package use our way to the network: its limits, its cancellation, its reading of errors. The package
 * only ever sees complete answers of the 2xx kind; a failed request is remembered here, because packages wrap, log and
 * rephrase what a fetch throws. Its own headers are not sent: packages add keys and headers that they find in the
 * environment, whatever server the request goes to.
 */
export function fetchThrough(
  send: Send,
  headers: Readonly<Record<string, string>>,
): { readonly fetch: typeof fetch; failed(): FailedAttempt | undefined } {
  let failed: FailedAttempt | undefined;
  return {
    failed: () => failed,
    fetch: async (input, init) => {
      const sent = await send({
        method: init?.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
        url: input instanceof Request ? input.url : String(input),
        headers,
        ...(typeof init?.body === 'string' && { body: init.body }),
      });
      if (!sent.ok) {
        failed = sent.error;
        throw new Error('the request failed');
      }
      const { status, contentType, body } = sent.value;
      // Packages call it bad JSON, which sends people looking for what was sent.
      if (body.trim() === '') {
        failed = finalFailure({ kind: 'unreadable_answer', detail: 'nothing was sent' }).error;
        throw new Error('nothing was sent');
      }
      return new Response(status === 204 ? null : body, { status, headers: { 'content-type': contentType } });
    },
  };
}
