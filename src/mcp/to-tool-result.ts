import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { UserError, type UserErrorType } from '../kernel/user-error.js';

/** Clients show a model either the structure or the text, so both contain the same JSON. A structure cannot be null. */
export function toToolResult(output: object | null): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(output) }];
  return output === null ? { content } : { structuredContent: { ...output }, content };
}

export function toToolError(error: unknown): CallToolResult {
  return { isError: true, ...toToolResult({ error: describe(error) }) };
}

function describe(error: unknown): { type: UserErrorType; code?: string; message: string } {
  if (error instanceof UserError) {
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { type: error.type, ...code, message: error.message };
  }
  // The message may contain a path, a secret or a stack, so it is only logged.
  return { type: 'internal_error', message: 'something went wrong inside witan; the cause is in its log (witan.log)' };
}
