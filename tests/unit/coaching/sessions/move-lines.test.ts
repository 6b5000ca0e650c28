import { describe, expect, it } from 'vitest';
import { moveLines } from '../../../../src/coaching/sessions/pointing.js';

const TEXT = 'one\ntwo\nthree\nfour\nfive';
const moved = (after: string) => [1, 2, 3, 4, 5].map(moveLines(TEXT, after));

describe('lines of a text', () => {
  it('move down below inserted lines, and up below deleted ones', () => {
    expect(moved('one\ntwo\nnew\nnew\nthree\nfour\nfive')).toEqual([1, 2, 5, 6, 7]);
    expect(moved('one\nfour\nfive')).toEqual([1, 1, 1, 2, 3]);
  });

  it('stay when one of them is changed', () => {
    expect(moved('one\ntwo\nTHREE\nfour\nfive')).toEqual([1, 2, 3, 4, 5]);
  });

  it('move with text that is inserted at the very start', () => {
    expect(moved(`zero\n${TEXT}`)).toEqual([2, 3, 4, 5, 6]);
  });

  it('do not move when only the line ends differ', () => {
    expect(moved(TEXT.replaceAll('\n', '\r\n'))).toEqual([1, 2, 3, 4, 5]);
  });

  it('are the first one of an empty text', () => {
    expect(moved('')).toEqual([1, 1, 1, 1, 1]);
  });
});
