import { z } from 'zod';
import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';
import type { RunRecord } from './store/run-record.js';

/** Not empty. */
export const TEXT = z.string().min(1);
/** No setting, price or cap is below zero. */
export const FIGURE = z.number().min(0);

/** A value of a record that any program may have written. Throws a `UserError` that names the run, the path and the fix. */
export type ReadStored = <Schema extends z.ZodType>(schema: Schema, stored: unknown, path: string) => z.infer<Schema>;

export function createRecordReader({ setup, version }: Pick<RunRecord, 'setup' | 'version'>): ReadStored {
  const id = setup.deliberationId;
  return (schema, stored, path) => {
    const { success, data, error } = schema.safeParse(stored, { reportInput: true });
    if (success) return data;
    const [issue] = error.issues;
    const problem = issue?.input === undefined ? 'is missing' : 'is not what it should be';
    throw new UserError(
      'conflict',
      `the record of ${id} cannot be used: version ${version} wrote it, and ${[path, ...(issue?.path ?? [])].join('.')} ${problem}; \`witan deliberations delete ${id}\` removes it`,
    );
  };
}

/**
 * The error for a run that cannot be continued or replayed. Recorded values are what an earlier engine wrote; of a
 * record that was changed it is only known that it cannot be followed.
 */
export function cannotFollow(id: string, error: unknown, logger: Logger): UserError {
  if (error instanceof UserError) return error;
  const reason = errorMessage(error);
  logger.log('error', 'record_not_followed', { id, reason, stack: error instanceof Error ? error.stack : undefined });
  const readable = new UserError(
    'conflict',
    `the record of ${id} cannot be followed (${reason.split('\n', 1)[0]}); if it was changed by hand, \`witan deliberations delete ${id}\` removes it`,
  );
  readable.cause = error;
  return readable;
}
