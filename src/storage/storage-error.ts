import { UserError, type UserErrorType } from '../kernel/user-error.js';

/** What can be wrong with a database through no fault of the program; callers tell them apart by this, not by words. */
export type StorageFault =
  | 'no-driver'
  | 'missing'
  | 'unreachable'
  | 'not-a-database'
  | 'foreign'
  | 'newer'
  | 'older'
  | 'corrupt'
  | 'busy'
  | 'full'
  | 'read-only'
  | 'disk'
  | 'closed';

export class StorageError extends UserError {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options: { readonly cause?: unknown } = {}) {
    super(TYPES[fault], message);
    this.name = 'StorageError';
    this.fault = fault;
    this.cause = options.cause;
  }
}

const TYPES: Readonly<Record<StorageFault, UserErrorType>> = {
  'no-driver': 'internal_error',
  missing: 'not_found',
  unreachable: 'internal_error',
  'not-a-database': 'internal_error',
  foreign: 'conflict',
  newer: 'conflict',
  older: 'conflict',
  corrupt: 'internal_error',
  busy: 'conflict',
  full: 'internal_error',
  'read-only': 'internal_error',
  disk: 'internal_error',
  closed: 'conflict',
};
