import { z } from 'zod';
import { count, setting } from './setting.js';

export const mcpSchema = z.strictObject({
  max_rounds_in_response: count(3, 1, 20, 'lower'),
  // Below a second the client would drown in messages; a longer pause may be its time limit.
  progress_interval: setting(z.number().min(1).max(86_400).default(10), {
    expects: 'a number of seconds from 1 to 86400',
    project: 'lower',
  }),
});

export interface McpSettings {
  /** A result shows the last rounds only; the transcript on disk has all of them. */
  readonly maxRoundsInResponse: number;
  readonly progressIntervalMs: number;
}

export function normalizeMcp(mcp: z.output<typeof mcpSchema>): McpSettings {
  return { maxRoundsInResponse: mcp.max_rounds_in_response, progressIntervalMs: mcp.progress_interval * 1000 };
}
