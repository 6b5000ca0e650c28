import type { Finding } from './finding.js';

/** Finds all occurrences of many strings in one pass over the text. */
export function createExactValues(values: readonly string[]): (text: string, from: number, to: number) => Finding[] {
  const byStart = new Map<number, string[]>();
  // Marks the pairs of characters that start a value, so that most positions are ruled out by one lookup.
  const starts = new Uint8Array(1 << 16);
  for (const value of [...new Set(values)]
    .filter(({ length }) => length >= 4)
    .sort((one, other) => other.length - one.length)) {
    const start = pairAt(value, 0);
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), value]);
  }
  return (text, from, to) => {
    const findings: Finding[] = [];
    if (byStart.size === 0) return findings;
    for (let index = from; index < to; index++) {
      const pair = pairAt(text, index);
      if (starts[pair] === 0) continue;
      const value = byStart.get(pair)?.find((each) => text.startsWith(each, index));
      if (value === undefined) continue;
      findings.push({ start: index, end: index + value.length, kind: 'environment secret' });
      index += value.length - 1;
    }
    return findings;
  };
}

function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index) << 8) ^ text.charCodeAt(index + 1)) & 0xffff;
}
