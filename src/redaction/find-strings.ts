/** Visits the occurrences of many strings in a part of a text, in one pass. Strings need at least three characters. */
export function createStringSearch(strings: Iterable<string>) {
  const byStart = new Map<number, string[]>();
  // Marks the characters that start a string, so that most positions are ruled out by one lookup.
  const starts = new Uint8Array(1 << 18);
  for (const string of [...new Set(strings)].sort((one, other) => other.length - one.length)) {
    const start = hashAt(string, 0);
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), string]);
  }
  /** Longer strings come first. The visitor returns where the search continues. */
  return (text: string, [from, to]: readonly [number, number], visit: (string: string, index: number) => number) => {
    if (byStart.size === 0) return;
    let hash = hashAt(text, from) >> 6;
    for (let index = from; index < to; index++) {
      hash = ((hash << 6) | (text.charCodeAt(index + 2) & 0x3f)) & 0x3ffff;
      if (starts[hash] === 0) continue;
      const found = byStart.get(hash)?.find((each) => text.startsWith(each, index));
      if (found === undefined) continue;
      const next = visit(found, index);
      if (next > index + 1) hash = hashAt(text, next) >> 6;
      index = Math.max(index, next - 1);
    }
  };
}

function hashAt(text: string, index: number): number {
  const [first, second, third] = [text.charCodeAt(index), text.charCodeAt(index + 1), text.charCodeAt(index + 2)];
  return ((first & 0x3f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
}
