/** The same value without secrets in its texts; names of fields stay. */
export type Redact = <Value>(value: Value) => Promise<Value>;

export function redactTexts(redactText: (text: string) => Promise<string>): Redact {
  const redact = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return Promise.all(value.map(redact));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(async ([name, field]) => [name, await redact(field)] as const);
    return Object.fromEntries(await Promise.all(fields));
  };
  return redact as Redact;
}
