import { z } from 'zod';
import { count, seconds } from './setting.js';

export const mcpSchema = z.strictObject({
  max_rounds_in_response: count(3, 1, 20, 'lower'),
  progress_interval: seconds(10),
});

export interface McpSettings {
  /** A result shows the last rounds only; the transcript on disk has all of them. */
  readonly maxRoundsInResponse: number;
  readonly progressIntervalMs: number;
}

export function normaliseMcp(mcp: z.output<typeof mcpSchema>): McpSettings {
  return { maxRoundsInResponse: mcp.max_rounds_in_response, progressIntervalMs: mcp.progress_interval * 1000 };
}
