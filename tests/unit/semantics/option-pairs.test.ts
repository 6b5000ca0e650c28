import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sameOption } from '../../../src/semantics/index.js';

interface OptionPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly kind: string;
}

/** A guard against false merges. Options in other words for the same are for the voters to join: none is counted here. */
const LISTS = [
  { file: 'option-pairs', half: 'tune' },
  { file: 'option-pairs', half: 'held out' },
  { file: 'option-pairs-fresh', half: 'tune' },
  { file: 'option-pairs-fresh', half: 'held out' },
  { file: 'option-pairs-third', half: 'tune' },
  { file: 'option-pairs-third', half: 'held out' },
] as const;

// Failures show counts only: the content of a held-out half is never read for tuning.
describe.each(LISTS)('the labeled pairs of $file, $half half', ({ file, half }) => {
  const list = new URL(`../../data/${file}.json`, import.meta.url);
  const pairs = (JSON.parse(readFileSync(list, 'utf8')) as OptionPair[]).filter((pair) => halfOf(pair) === half);
  const merges = (pair: OptionPair) => sameOption(pair.a, pair.b);

  it('contain enough of both kinds to judge by', () => {
    expect(pairs.filter((pair) => pair.same).length).toBeGreaterThan(40);
    expect(pairs.filter((pair) => !pair.same).length).toBeGreaterThan(30);
  });

  it('merge no two options that differ', () => {
    expect(pairs.filter((pair) => !pair.same && merges(pair)).length).toBe(0);
  });

  it('are decided equally whichever option comes first', () => {
    expect(pairs.filter((pair) => merges(pair) !== sameOption(pair.b, pair.a)).length).toBe(0);
  });
});

/** The rule of the lists' README. */
function halfOf({ a, b }: OptionPair): 'tune' | 'held out' {
  const [first = 0] = createHash('sha256').update(`witan-2026\n${a}\n${b}`, 'utf8').digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}
