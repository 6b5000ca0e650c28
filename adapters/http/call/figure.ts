import { z } from 'zod';

/** An invalid figure is treated as unknown, so that an answer that was paid for is not lost. */
export const Figure = z.number().nonnegative().optional().catch(undefined);
