import type { Logger } from '../kernel/logger.js';

/** Ends what runs beside the program. It never keeps the program itself from ending. */
export async function closeInTime(
  closers: readonly ((() => Promise<void>) | undefined)[],
  logger?: Logger,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), MAX_MS);
  });
  const closed = Promise.allSettled(closers.map(async (close) => close?.()));
  const outcome = await Promise.race([closed, late]);
  clearTimeout(timer);
  if (outcome === 'late') logger?.log('warn', 'closing_took_too_long', { limitMs: MAX_MS });
}

const MAX_MS = 2_000;
