import type { Result } from '../../kernel/result.js';

/**
 * Sends one HTTP request and returns the text of the answer. The program provides it, because only adapters use the
 * network. It follows no redirects, limits the answer's size, stops at the signal and never rejects.
 */
export type SendRequest = (request: OutgoingRequest, signal: AbortSignal) => Promise<Result<string, SendFailure>>;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON. */
  readonly body?: string;
}

interface SendFailure {
  readonly kind: 'unreachable' | 'timeout' | 'bad_answer';
  /** One line with the cause, and the fix if there is one. */
  readonly message: string;
}
