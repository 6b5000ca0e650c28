export type PoolFailureKind = 'queue_full' | 'worker_crashed' | 'closed';

/** A task that the pool could not bring to its end. An error of the task itself comes as it was thrown. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly kind: PoolFailureKind;

  constructor(kind: PoolFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
