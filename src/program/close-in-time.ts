import type { Logger } from '../kernel/logger.js';
import { settleWithin } from '../kernel/time-limit.js';

/** Ends what runs in the background of the program. It never keeps the program itself from ending. */
export async function closeInTime(
  closers: readonly ((() => Promise<void>) | undefined)[],
  logger?: Logger,
): Promise<void> {
  const closed = await settleWithin({ maxMs: MAX_MS }, () =>
    Promise.allSettled(closers.map(async (close) => close?.())),
  );
  if (!closed.ok) logger?.log('warn', 'closing_took_too_long', { limitMs: MAX_MS });
}

const MAX_MS = 2_000;
