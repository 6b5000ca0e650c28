import { posix } from 'node:path';
import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { ToolRequest } from './parse-tool-requests.js';

/** The same for two requests that ask the same, whatever the order of their arguments and the spelling of a path. */
export function requestKey({ name, arguments: given }: ToolRequest): string {
  const entries = Object.entries(boundArguments(given))
    .map(([field, value]) => [field, field === 'path' && typeof value === 'string' ? plainPath(value) : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${name} ${JSON.stringify(entries)}`;
}

/** `./src//x` and `src/x/` are `src/x`. */
function plainPath(path: string): string {
  const normal = posix.normalize(path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/** `read_file {"path":"src/queue.ts"}`, on one line and not too long. */
export function describeRequest(tool: string, given: Readonly<Record<string, unknown>>): string {
  const text = `${plainLine(tool)} ${plainLine(JSON.stringify(given))}`;
  return cutText(text, MAX_LINE_LENGTH);
}

/**
 * Arguments in a form that can be kept: every tool takes texts, numbers, flags and lists of texts. Whatever else a
 * participant wrote may be as deep or as long as it likes and is only named.
 */
export function boundArguments(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given).slice(0, MAX_ARGUMENTS);
  return Object.fromEntries(entries.map(([name, value]) => [cut(name), bound(value)]));
}

function bound(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry: unknown) => simple(entry));
  return simple(value);
}

function simple(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  return typeof value === 'object' && value !== null ? 'a nested value' : value;
}

function cut(text: string): string {
  return cutText(text, MAX_TEXT_LENGTH);
}

const MAX_LINE_LENGTH = 300;
const MAX_TEXT_LENGTH = 1_000;
const MAX_ARGUMENTS = 20;
const MAX_ENTRIES = 50;
