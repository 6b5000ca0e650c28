export type PoolFailureKind = 'queue_full' | 'worker_crashed' | 'closed';

/** The pool could not finish a task. Errors of the task itself are not wrapped. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly kind: PoolFailureKind;

  constructor(kind: PoolFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
