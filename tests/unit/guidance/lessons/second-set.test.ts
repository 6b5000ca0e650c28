import { describe, expect, it } from 'vitest';
import {
  measureBlocks,
  measureCorrections,
  measureFirstTurns,
  measurePrompts,
} from '../../../support/labeled-lessons.js';

// Targets: the line for 90 % of the corrections and all blocks whole, on both halves. The held-out half has never been
// read, but its figures were counted ten times, some of them between changes of the rules: they are no longer a clean
// estimate. It misses one target: 59 of 60 blocks. The tuning half, like that of the first set, is training data of the
// classifier of corrections: there only the blocks are still judged.
const REACHED = { tuning: { blocks: 60 }, 'held-out': { blocks: 59 } } as const;

describe.each(['tuning', 'held-out'] as const)('on the %s half of the second labeled set', (half) => {
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

  it('keeps texts, conditions and priority of as many blocks as before', () => {
    const { blocks, kept } = measureBlocks(half);
    expect(blocks).toBe(60);
    expect(kept).toBeGreaterThanOrEqual(REACHED[half].blocks);
  });
});

it('on the first set at most 3 % of the plain turns make drafts, and 85 % of the corrections get the line', () => {
  const { plain, drafts, corrections, lines } = measureFirstTurns('tune');
  expect(drafts / plain).toBeLessThanOrEqual(0.03);
  expect(lines / corrections).toBeGreaterThanOrEqual(0.85);
});
