import type { Result } from '../../kernel/result.js';

/**
 * One HTTP request and the text of its answer. The program hands this in: only the adapters' code talks to the network.
 * It follows no redirect, reads no more than a limited answer, ends by the signal and never rejects.
 */
export type SendRequest = (request: OutgoingRequest, signal: AbortSignal) => Promise<Result<string, SendFailure>>;

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON. */
  readonly body?: string;
}

export interface SendFailure {
  readonly kind: 'unreachable' | 'timeout' | 'bad_answer';
  /** One line with the cause, and the remedy where there is one. */
  readonly message: string;
}
