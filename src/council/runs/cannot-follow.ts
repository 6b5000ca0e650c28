import { errorMessage } from '../../kernel/error-code.js';
import type { Logger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';

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
