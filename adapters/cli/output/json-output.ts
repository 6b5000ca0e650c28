import { isRecord } from '../../../src/kernel/is-record.js';
import { parseRecord } from '../../../src/kernel/parse-json.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The last JSON object that begins a line and ends the text. Tools print warnings before their result. */
export function lastObject(text: string): JsonObject | undefined {
  const trimmed = text.trim();
  const whole = parseRecord(trimmed);
  if (whole !== undefined) return whole;
  let start = trimmed.length;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    start = start === 0 ? -1 : trimmed.lastIndexOf('\n{', start - 1);
    if (start === -1) return undefined;
    const value = parseRecord(trimmed.slice(start + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Keeps the time linear for a text of many braces. */
const MAX_ATTEMPTS = 100;

/** One object per line; other lines are skipped. */
export function objectLines(text: string): JsonObject[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line) => (line.startsWith('{') ? [parseRecord(line)] : []))
    .filter((value) => value !== undefined);
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined;
}

export function textAt(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The sum of the known figures; undefined if none is known. */
export function getSum(...figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, figure) => sum + figure, 0);
}

/** Token counts in the field names of Anthropic's API; what is read from a cache or put there counts as input. */
export function toTokens(usage: unknown) {
  const cacheWriteTokens = numberAt(usage, 'cache_creation_input_tokens') || undefined;
  const cacheReadTokens = numberAt(usage, 'cache_read_input_tokens') || undefined;
  return {
    inputTokens: getSum(numberAt(usage, 'input_tokens'), cacheWriteTokens, cacheReadTokens),
    outputTokens: numberAt(usage, 'output_tokens'),
    cacheWriteTokens,
    cacheReadTokens,
  };
}
