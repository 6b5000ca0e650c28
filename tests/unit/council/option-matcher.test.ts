import { describe, expect, it } from 'vitest';
import { createOptionMatcher } from '../../../src/council/options/option-matcher.js';

// The words of these two leave open whether they are one option.
const open = ['Train our own small model', 'Call a hosted vendor service'] as const;
const likeness = (score: number) => {
  const asked: string[] = [];
  return { asked, backend: 'fixed', compare: (a: string) => Promise.resolve(asked.push(a)).then(() => score) };
};

describe('the option matcher', () => {
  it('merges what the words leave open when the likeness is high, also if it was asked for before', async () => {
    const matcher = createOptionMatcher(likeness(0.9), 0.85);
    expect(matcher.same(...open)).toBe(false);
    await matcher.prepare([open[0]], [open[1]]);
    expect(matcher.same(...open)).toBe(true);
    expect(matcher.same(open[1], open[0])).toBe(true);
  });

  it('keeps it apart when the likeness is low or cannot be measured', async () => {
    const unlike = createOptionMatcher(likeness(0.5), 0.85);
    await unlike.prepare([], open);
    expect(unlike.same(...open)).toBe(false);
    const failing = createOptionMatcher({ backend: 'fails', compare: () => Promise.reject(new Error('broken')) }, 0.85);
    await expect(failing.prepare([], open)).rejects.toThrow('broken');
    expect(failing.same(...open)).toBe(false);
  });

  it('asks for no likeness where the words decide', async () => {
    const similarity = likeness(1);
    const matcher = createOptionMatcher(similarity, 0.85);
    await matcher.prepare(['PostgreSQL 15'], ['PostgreSQL 16', 'Use PostgreSQL 15']);
    expect(similarity.asked).toEqual([]);
    expect(matcher.same('PostgreSQL 15', 'PostgreSQL 16')).toBe(false);
    expect(matcher.same('PostgreSQL 15', 'Use PostgreSQL 15')).toBe(true);
  });
});
