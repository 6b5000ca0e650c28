import { describe, expect, it } from 'vitest';
import { makeQuestion } from '../../../../src/council/simulation/question.js';
import { TOPICS } from '../../../../src/council/simulation/topics.js';
import { sameOption } from '../../../../src/semantics/index.js';

describe('the topics of simulated questions', () => {
  for (const { asks, options } of TOPICS) {
    it(`name one option in several ways: ${asks}`, () => {
      expect(options.every((wordings) => new Set(wordings).size >= 4)).toBe(true);
    });

    it(`never name two options alike: ${asks}`, () => {
      const pairs = options.flatMap((left, index) =>
        options.slice(index + 1).flatMap((right) => left.flatMap((a) => right.map((b) => [a, b] as const))),
      );
      expect(pairs.filter(([a, b]) => sameOption(a, b))).toEqual([]);
    });
  }

  it('make the same question from the same seed, and put the right answer in every place', () => {
    const [first, again] = [makeQuestion(7, 12), makeQuestion(7, 12)];
    expect([again.text, again.right, again.wrong]).toEqual([first.text, first.right, first.wrong]);
    const places = new Set(Array.from({ length: 60 }, (_, number) => makeQuestion(7, number).right));
    expect([...places].sort()).toEqual([0, 1, 2, 3]);
    expect([first.right, ...first.wrong].sort()).toEqual([0, 1, 2, 3]);
  });
});
