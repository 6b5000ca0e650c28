/** The value that a JSON pointer (RFC 6901) names, or undefined. The leading slash may be missing. */
export function valueAtPointer(document: unknown, pointer: string): unknown {
  const steps = pointer === '' ? [] : pointer.replace(/^\//, '').split('/');
  let value = document;
  for (const step of steps.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
