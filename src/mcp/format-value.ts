import { cutText } from '../kernel/cut-text.js';

const MAX_VALUE_LENGTH = 60;

/** A caller's value inside a message: on one line, and no longer than a glance. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return cutText(text, MAX_VALUE_LENGTH);
}
