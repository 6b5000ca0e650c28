/** The words of a list that is written as text. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word.length > 0));
}

/** Lines of "name: other, another" as a map from each name, its words run together, to the words to keep. */
export function namesInGroups(list: string, keep: 'before colon' | 'after colon'): Map<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const line of list.trim().split('\n')) {
    const [first = '', rest = ''] = line.split(': ');
    const others = rest.split(', ');
    const written = keep === 'after colon' && !HAS_SMALL_WORD.test(rest) ? (others[0] ?? first) : first;
    const kept = written.split(' ');
    for (const name of [first, ...others]) groups.set(name.replaceAll(' ', ''), kept);
  }
  return groups;
}

/** "time to live" written out would bring in a "to" that relates nothing to the rest of an option. */
const HAS_SMALL_WORD = /\b(?:to|of|as|in|and|on|from|for|not)\b/;

/** What is read from a list only when it is first asked for: most starts of the program compare no options. */
export function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
