/** The same function, which asks once per key. Its results are kept as long as it is. */
export function oncePerKey<Value>(find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: find(key) };
    known.set(key, found);
    return found.value;
  };
}
