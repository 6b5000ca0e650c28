import { describe, expect, it } from 'vitest';
import { sameOption } from '../../../../src/semantics/index.js';
import { PRACTICES } from '../../../../src/semantics/options/lists/practices.js';
import { SYNONYMS } from '../../../../src/semantics/options/lists/synonyms.js';
import { SYNONYMS_OF_DEEDS } from '../../../../src/semantics/options/lists/synonyms-of-deeds.js';
import { SYNONYMS_OF_QUALITIES } from '../../../../src/semantics/options/lists/synonyms-of-qualities.js';
import { SYNONYMS_OF_THINGS } from '../../../../src/semantics/options/lists/synonyms-of-things.js';
import { stem } from '../../../../src/semantics/options/stem.js';
import { NEAR_MISSES } from './near-misses.js';
import { REWORDED } from './reworded-pairs.js';

const pairsIn = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]);

describe('two wordings', () => {
  it.each(pairsIn(REWORDED))('"%s" and "%s" are one option', (a, b) => {
    expect([sameOption(a, b, 0.85), sameOption(b, a, 0.85)]).toEqual([true, true]);
  });

  it.each(pairsIn(NEAR_MISSES))('"%s" and "%s" stay two options', (a, b) => {
    expect([sameOption(a, b, 0.85), sameOption(b, a, 0.85)]).toEqual([false, false]);
  });

  it('of a choice and of its refusal stay apart', () => {
    const pairs = pairsIn(NEAR_MISSES);
    const choices = pairs.flat().filter((text) => /^[a-z]+ the [a-z]+$/.test(text));
    expect(choices.length).toBeGreaterThan(20);
    expect(choices.filter((text) => sameOption(text, `do not ${text}`, 0.85))).toEqual([]);
  });
});

describe('the lists of words', () => {
  it('hold each word in one group, so that no group swallows another', () => {
    const groups = [SYNONYMS, SYNONYMS_OF_DEEDS, SYNONYMS_OF_THINGS, SYNONYMS_OF_QUALITIES].flatMap((list) =>
      list.trim().split('\n'),
    );
    expect(repeated(groups.flatMap((group) => [...new Set(group.split(' ').map(stem))]))).toEqual([]);
  });

  it('describe no two practices alike', () => {
    const wordings = PRACTICES.trim()
      .split('\n')
      .flatMap((line) => [...new Set(line.split(/: |; /))]);
    expect(repeated(wordings)).toEqual([]);
  });
});

function repeated(words: readonly string[]): string[] {
  return words.filter((word, index) => words.indexOf(word) !== index);
}
