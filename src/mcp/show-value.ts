const LONGEST_VALUE = 60;

/** A caller's value inside a message: on one line, and no longer than a glance. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
