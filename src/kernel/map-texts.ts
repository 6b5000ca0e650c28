/** The same value with every text in it replaced, also inside lists and objects, but not in the fields to keep. */
export function mapTexts<Value>(value: Value, map: (text: string) => string, keep?: ReadonlySet<string>): Value;
export function mapTexts(value: unknown, map: (text: string) => string, keep?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => mapTexts(entry, map, keep));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, keep?.has(name) ? entry : mapTexts(entry, map, keep)]),
  );
}
