import { describe, expect, it } from 'vitest';
import {
  measureBlocks,
  measureCorrections,
  measureFirstTurns,
  measurePrompts,
} from '../../../support/labelled-lessons.js';

describe.each(['tuning', 'held-out'] as const)('on the %s half of the second labelled set', (half) => {
  it('ordinary prompts make at most 3 % drafts, none of them CRITICAL, and at most 10 % get the line', () => {
    const { prompts, drafts, critical, lines } = measurePrompts(half);
    expect(prompts).toBeGreaterThanOrEqual(99);
    expect(drafts / prompts).toBeLessThanOrEqual(0.03);
    expect(critical).toBe(0);
    expect(lines / prompts).toBeLessThanOrEqual(0.1);
  });

  it('at least 90 % of the corrections get the line', () => {
    const { corrections, lines } = measureCorrections(half);
    expect(corrections).toBe(40);
    expect(lines / corrections).toBeGreaterThanOrEqual(0.9);
  });

  it('every block keeps its texts, conditions and priority', () => {
    const { blocks, kept } = measureBlocks(half);
    expect(blocks).toBe(60);
    expect(kept).toBe(blocks);
  });
});

it('on the first set at most 3 % of the plain turns make drafts, and 90 % of the corrections get the line', () => {
  const { plain, drafts, corrections, lines } = measureFirstTurns('tune');
  expect(drafts / plain).toBeLessThanOrEqual(0.03);
  expect(lines / corrections).toBeGreaterThanOrEqual(0.9);
});
