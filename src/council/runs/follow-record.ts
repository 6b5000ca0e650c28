import type { Logger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';

/**
 * What to tell whoever continues or replays a run when the engine stumbles over it. Recorder are whatever the engine made of
 * them when they were recorded; of one that somebody changed it knows only that it cannot go on.
 */
export function cannotFollow(id: string, error: unknown, logger: Logger): UserError {
  if (error instanceof UserError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  logger.log('error', 'record_not_followed', { id, reason, stack: error instanceof Error ? error.stack : undefined });
  const told = new UserError(
    'conflict',
    `the record of ${id} cannot be followed (${reason.split('\n', 1)[0]}); if it was changed by hand, \`witan deliberations delete ${id}\` removes it`,
  );
  told.cause = error;
  return told;
}
