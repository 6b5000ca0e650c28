import { z } from 'zod';
import { count, setting } from './setting.js';

export const mcpSchema = z.strictObject({
  max_rounds_in_response: count(3, [1, 20], 'lower'),
  // Shorter intervals flood the client with messages; after a longer one it may give up.
  progress_interval: setting(z.number().min(1).max(86_400).default(10), {
    expects: 'a number of seconds from 1 to 86400',
    project: 'lower',
  }),
});

export function normalizeMcp(mcp: z.output<typeof mcpSchema>) {
  return {
    /** A result has the last rounds only; the transcript has all of them. */
    maxRoundsInResponse: mcp.max_rounds_in_response,
    progressIntervalMs: mcp.progress_interval * 1000,
  };
}
