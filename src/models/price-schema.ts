import { z } from 'zod';
import type { Price } from './price.js';

const FIGURE = z.number().min(0);

const rates = {
  inputPerMillion: FIGURE,
  outputPerMillion: FIGURE,
  cacheReadPerMillion: FIGURE.optional(),
  cacheWritePerMillion: FIGURE.optional(),
};

/** For prices in records, which any program may have written. */
export const priceSchema: z.ZodType<Price> = z.object({
  ...rates,
  steps: z.array(z.object({ above: FIGURE, ...rates })).optional(),
});
