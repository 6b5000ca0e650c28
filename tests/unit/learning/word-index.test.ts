import { describe, expect, it } from 'vitest';
import { packWords, unpackWords } from '../../../src/learning/experiences/experience-words.js';
import { fromEntry } from '../../../src/learning/experiences/from-entry.js';
import { createWordIndex, wordCodes } from '../../../src/semantics/word-index.js';
import { resolvedEntry } from '../../support/learning-fixture.js';

describe('words of experiences', () => {
  const all = () => true;
  const filled = () => {
    const index = createWordIndex();
    index.add('a', wordCodes('the proxy answers ECONNRESET when the server is slow'));
    index.add('b', wordCodes('the server is slow and the proxy is fine'));
    index.add('c', wordCodes('the tests are slow'));
    return index;
  };

  it('find a rare name before common words, in other forms too', () => {
    expect(filled().search('slow ECONNRESET').best(3, all)[0]).toBe('a');
    expect(filled().search('testing').best(3, all)).toEqual(['c']);
  });

  it('score from 0 to 1, and find nothing for words that no experience has', () => {
    const scores = filled().search('the proxy server');
    for (const id of ['a', 'b', 'c']) {
      expect(scores.of(id)).toBeGreaterThanOrEqual(0);
      expect(scores.of(id)).toBeLessThanOrEqual(1);
    }
    expect(scores.best(3, all)).toEqual(['a', 'b', 'c']);
    expect(filled().search('kubernetes').best(3, all)).toEqual([]);
    expect(createWordIndex().search('anything').of('a')).toBe(0);
  });

  it('count more in a long text where they are said more often', () => {
    const index = createWordIndex();
    index.add('once', wordCodes('the proxy is slow, as all of them are on Mondays'));
    index.add('twice', wordCodes('the proxy is slow, and a proxy is slow on Mondays'));
    index.add('short', wordCodes('tests'));
    const scores = index.search('proxy');
    expect(scores.of('twice')).toBeGreaterThan(scores.of('once'));
  });

  it('find the best of those that are accepted, the earlier of two that are equal', () => {
    const index = filled();
    index.add('d', wordCodes('the tests are slow'));
    const scores = index.search('tests');
    expect(scores.best(1, all)).toEqual(['c']);
    expect(scores.best(1, (id) => id !== 'c')).toEqual(['d']);
  });

  it('forget what is removed or replaced', () => {
    const index = filled();
    index.remove('a');
    index.add('b', wordCodes('all is well'));
    expect(index.search('proxy').best(3, all)).toEqual([]);
    index.add('a', wordCodes('a proxy'));
    // As in an index that never had the earlier texts.
    const fresh = createWordIndex();
    for (const [id, text] of [
      ['c', 'the tests are slow'],
      ['b', 'all is well'],
      ['a', 'a proxy'],
    ] as const) {
      fresh.add(id, wordCodes(text));
    }
    for (const id of ['a', 'b', 'c']) expect(index.search('slow proxy').of(id)).toBe(fresh.search('slow proxy').of(id));
    expect(index.size).toBe(3);
  });
});

it('words keep the numbers under which databases store them', () => {
  // If these change, add a migration that saves the words of all experiences again.
  const codes = [480523982, 813000264, 1346619021, 98671119, 568206393, 933197995];
  expect([...wordCodes('Retrying the migrations of cached queries')]).toEqual(codes);
});

it('words are read from bytes at any address, and not from bytes that are cut off', () => {
  const packed = packWords(fromEntry(resolvedEntry(), { confidenceTier: 'silver', tierReason: null }));
  const shifted = new Uint8Array(packed.length + 1).subarray(1);
  shifted.set(packed);
  expect(unpackWords(packed, 'strategy').length).toBeGreaterThan(0);
  expect(unpackWords(shifted, 'strategy')).toEqual(unpackWords(packed, 'strategy'));
  expect(unpackWords(packed.subarray(0, 9), 'strategy')).toHaveLength(0);
});
