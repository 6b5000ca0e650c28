import { z } from 'zod';
import { isRecord } from '../kernel/is-record.js';
import type { AnswerSchema } from './model-adapter.js';

/**
 * The JSON schema for answers of a zod schema. Back ends reject most constraints, so limits, patterns and formats become
 * part of the description, and objects have exactly the properties that are listed.
 */
export function toAnswerSchema(schema: z.ZodType): AnswerSchema {
  const { $schema: _, ...root } = z.toJSONSchema(schema, { io: 'input' });
  return simplify(root);
}

function simplify(schema: AnswerSchema): AnswerSchema {
  const kept: Record<string, unknown> = {};
  const limits: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'oneOf' || keyword === 'anyOf') kept.anyOf = list(value).map(simplify);
    else if (keyword === 'items' && isRecord(value)) kept.items = simplify(value);
    else if ((keyword === 'properties' || keyword === '$defs') && isRecord(value)) kept[keyword] = simplifyAll(value);
    else if (KEPT.has(keyword)) kept[keyword] = value;
    else if (isTelling(keyword, value)) limits.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  // A record of any keys has a schema here, and would be empty without it.
  if (kept.type === 'object' && !isRecord(kept.additionalProperties)) kept.additionalProperties = false;
  if (limits.length > 0) kept.description = [kept.description, `(${limits.join(', ')})`].filter(Boolean).join(' ');
  return kept;
}

const KEPT = new Set(['type', 'required', 'enum', 'const', '$ref', 'title', 'description', 'additionalProperties']);

/** Integers have the limits of safe numbers, and known formats have a long pattern besides their name. */
function isTelling(keyword: string, value: unknown): boolean {
  if (Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return false;
  return keyword !== 'pattern' || String(value).length <= MAX_PATTERN_LENGTH;
}

const MAX_PATTERN_LENGTH = 80;

function simplifyAll(schemas: Readonly<Record<string, unknown>>): AnswerSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isRecord(schema) ? simplify(schema) : schema]),
  );
}

function list(value: unknown): AnswerSchema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
