import { isRecord } from '../../kernel/is-record.js';

// Values of files that a person may have edited: each is taken only if it is what its name promises.

/** A field of the object itself, never one that it inherits. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

export function optionalText(value: unknown, name: string): string | undefined {
  const text = textOf(value, name).trim();
  return text === '' ? undefined : text;
}

export function numberOf(value: unknown, name: string, fallback: number): number {
  const number = fieldOf(value, name);
  return typeof number === 'number' && Number.isFinite(number) ? number : fallback;
}

/** The texts of a list; a single text counts as a list of one. */
export function textsOf(value: unknown, name: string): string[] {
  const list = fieldOf(value, name);
  if (typeof list === 'string') return list.trim() === '' ? [] : [list];
  return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string' && entry !== '') : [];
}

/** A value that should have been another one, for the message that says so. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
