import type { MessagePort } from 'node:worker_threads';

/** The input of a worker. It answers on the port, where arrays can be moved, unlike in a return value. */
export interface TaskMessage {
  readonly name: string;
  readonly input: object;
  readonly port: MessagePort;
}

export type WorkerMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'finished'; readonly output: object }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The buffers of the typed arrays among the fields, to be moved instead of copied. */
export function buffersOf(fields: object): ArrayBuffer[] {
  const buffers = Object.values(fields).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
  return [...new Set(buffers)];
}
