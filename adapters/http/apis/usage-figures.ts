import { z } from 'zod';
import type { Usage } from '../../../src/models/index.js';

/** A figure that makes no sense is unknown: an answer that was paid for is not thrown away over it. */
export const Figure = z.number().nonnegative().optional().catch(undefined);

export function usageOf(inputTokens?: number, outputTokens?: number, costUsd?: number): Usage {
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(costUsd !== undefined && { costUsd }),
  };
}
