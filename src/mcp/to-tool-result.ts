import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { UserError, type UserErrorType } from '../kernel/user-error.js';

/** Clients show a model either the structure or the text, so both contain the same JSON. */
export function toToolResult(output: object): CallToolResult {
  return { structuredContent: { ...output }, content: [{ type: 'text', text: JSON.stringify(output) }] };
}

export function toToolError(error: unknown): CallToolResult {
  return { isError: true, ...toToolResult({ error: describe(error) }) };
}

function describe(error: unknown): { type: UserErrorType; message: string } {
  if (error instanceof UserError) return { type: error.type, message: error.message };
  // The message may contain a path, a secret or a stack, so it is only logged.
  return { type: 'internal_error', message: 'something went wrong inside witan; the cause is in its log (witan.log)' };
}
