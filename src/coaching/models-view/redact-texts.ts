/** The same value without secrets in its texts; names of fields stay. */
export type Redact = <Value>(value: Value, path?: string) => Promise<Value>;

/** The path of a file says what its names and values mean. */
export type RedactText = (text: string, path?: string) => Promise<string>;

/** The texts beside a `path` are of that file. */
export function redactTexts(redactText: RedactText): Redact {
  const redact = async (value: unknown, path?: string): Promise<unknown> => {
    if (typeof value === 'string') return redactText(value, path);
    if (Array.isArray(value)) return Promise.all(value.map((each) => redact(each, path)));
    if (typeof value !== 'object' || value === null) return value;
    const file = 'path' in value && typeof value.path === 'string' ? value.path : path;
    const fields = Object.entries(value).map(async ([name, field]) => [name, await redact(field, file)] as const);
    return Object.fromEntries(await Promise.all(fields));
  };
  return redact as Redact;
}
