import type { Redact } from '../redact.js';
import type { ToolRequest } from './parse-tool-requests.js';

/** JSON may spell a secret with escapes, which only show once the request is read. What is no text is left to the schema. */
export async function redactRequest({ name, arguments: given }: ToolRequest, redact: Redact): Promise<ToolRequest> {
  const text = async (value: unknown): Promise<unknown> => (typeof value === 'string' ? redact(value) : value);
  const entries = Object.entries(given).map(
    async ([field, value]): Promise<[string, unknown]> => [
      await redact(field),
      Array.isArray(value) ? await Promise.all(value.map(text)) : await text(value),
    ],
  );
  return { name: await redact(name), arguments: Object.fromEntries(await Promise.all(entries)) };
}
