import { z } from 'zod';
import { nearestName } from '../kernel/nearest-name.js';
import { formatValue } from './format-value.js';

/** One line about the first problem: the field, its value, and what is accepted. */
export function describeInputProblem(error: z.ZodError, input: unknown, schema: z.ZodObject): string {
  const issue = mostHelpful(error.issues);
  const field = fieldName(issue.path);
  const value = valueAt(input, issue.path);
  const prefix = field === '' ? '' : `${field}: `;
  if (issue.code === 'unrecognized_keys') {
    return `${prefix}${unknownFields(issue.keys, knownFields(schema, issue.path))}`;
  }
  if (issue.code === 'invalid_value') {
    const options = issue.values.map(String);
    if (value === undefined) return `${field} is missing; use one of ${options.join(', ')}`;
    return `${prefix}${formatValue(value)} is not one of ${options.join(', ')}${suggestion(value, options)}`;
  }
  if (issue.code === 'invalid_type') {
    if (value === undefined || value === null)
      return `${field || 'arguments'} is missing; give ${article(issue.expected)}`;
    return `${field || 'arguments'}: ${formatValue(value)} is ${article(typeName(value))}; give ${article(issue.expected)}`;
  }
  return `${prefix}${formatValue(value)} is not allowed; ${issue.message}`;
}

/** An unknown field comes first, because a misspelled field is also reported as missing. */
function mostHelpful(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  const issue = unknown ?? issues[0];
  if (issue === undefined) throw new TypeError('a failed parse has at least one issue');
  return issue;
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

const MAX_NAMES = 5;

function unknownFields(keys: readonly string[], known: readonly string[]): string {
  const [first = ''] = keys;
  const nearest = nearestName(first, known);
  const hint = nearest === undefined ? '' : `did you mean "${nearest}"? `;
  const names = keys.slice(0, MAX_NAMES).map(formatValue).join(', ') + (keys.length > MAX_NAMES ? ', …' : '');
  const accepted = known.length === 0 ? 'there are no fields to give here' : `known fields: ${known.join(', ')}`;
  return `unknown field ${names}; ${hint}${accepted}`;
}

function knownFields(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let current: unknown = schema;
  for (const key of path) {
    current = unwrap(current);
    if (current instanceof z.ZodArray) current = current.element;
    else if (current instanceof z.ZodObject) current = current.shape[String(key)];
  }
  const object = unwrap(current);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap()) : schema;
}

function suggestion(value: unknown, known: readonly string[]): string {
  const nearest = typeof value === 'string' ? nearestName(value, known) : undefined;
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function article(type: string): string {
  const name = { int: 'whole number', record: 'object' }[type] ?? type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}
