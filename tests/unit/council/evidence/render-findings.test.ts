import { describe, expect, it } from 'vitest';
import { type PromptFinding, renderFindings, shareByNeed } from '../../../../src/council/prompt/render-findings.js';

const finding = (text: string, leftOut = 0): PromptFinding => ({
  origin: 'you asked',
  request: 'read_file',
  output: { text, leftOut },
});

describe('findings in a prompt', () => {
  it('share the space by need: what a short one leaves goes to the long ones', () => {
    expect(shareByNeed([10, 5_000, 20, 5_000], 3_030)).toEqual([10, 1_500, 20, 1_500]);
    expect(shareByNeed([10, 20], 1_000)).toEqual([10, 20]);
    expect(shareByNeed([], 1_000)).toEqual([]);
    const long = 'x'.repeat(6_000);
    const text = renderFindings([...Array.from({ length: 9 }, () => finding('short')), finding(long)], {
      each: 8_000,
      together: 7_000,
    });
    expect(text).toContain(long);
  });

  it('say when the oldest do not fit', () => {
    const many = Array.from({ length: 12 }, (_, index) => finding(`finding ${index}`));
    const text = renderFindings(many, { each: 1_000, together: 2_000 });
    expect(text).toContain('2 earlier results are left out: the prompt is full.');
    expect(text).not.toContain('finding 1\n');
    expect(text).toContain('finding 2\n');
    expect(renderFindings(many.slice(-10), { each: 1_000, together: 2_000 })).not.toContain('left out');
  });

  it('are cut once, and say how much is missing', () => {
    const text = renderFindings([finding('y'.repeat(10_000), 50_000)], { each: 500, together: 2_000 });
    const [, left = ''] = /… (\d+) more characters; a narrower request shows them/.exec(text) ?? [];
    const shown = /y{9,}/.exec(text)?.[0].length ?? 0;
    expect(Number(left)).toBe(60_000 - shown);
    expect(shown).toBeLessThanOrEqual(500);
  });
});
