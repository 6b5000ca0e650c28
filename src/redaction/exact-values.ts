import type { Finding } from './finding.js';

/** Finds all occurrences of many strings in one pass over the text. */
export function createExactValues(values: readonly string[]): (text: string, from: number, to: number) => Finding[] {
  const byStart = new Map<number, string[]>();
  // A bit per pair of characters that starts a value: most positions of a text are ruled out by one look at it.
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
    for (let at = from; at < to; at++) {
      const pair = pairAt(text, at);
      if (starts[pair] === 0) continue;
      const value = byStart.get(pair)?.find((each) => text.startsWith(each, at));
      if (value === undefined) continue;
      findings.push({ start: at, end: at + value.length, kind: 'environment secret' });
      at += value.length - 1;
    }
    return findings;
  };
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff;
}
