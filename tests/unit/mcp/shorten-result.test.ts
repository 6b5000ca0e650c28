import { describe, expect, it } from 'vitest';
import { shortenResult } from '../../../src/mcp/tools/council/shorten-result.js';
import { exampleResult } from '../../support/example-result.js';

function debate(rounds: number, response: string) {
  return Array.from({ length: rounds * 2 }, (_, index) => ({
    round: Math.floor(index / 2) + 1,
    participant: index % 2 === 0 ? 'm@one' : 'm@two',
    response,
    timestamp: '2026-11-16T10:15:02.000Z',
    duration_ms: 5,
  }));
}

describe('shortenResult', () => {
  it('keeps the last rounds and says that earlier ones are left out', () => {
    const short = shortenResult(exampleResult({ full_debate: debate(5, 'short'), total_rounds: 5 }), 3);
    expect(short.full_debate.map(({ round }) => round)).toEqual([3, 3, 4, 4, 5, 5]);
    expect(short).toMatchObject({ full_debate_truncated: true, total_rounds: 5 });
  });

  it('leaves a debate that fits as it is', () => {
    const result = exampleResult({ full_debate: debate(2, 'short') });
    expect(shortenResult(result, 3)).toEqual(result);
  });

  it.each([
    ['plain text', 'x'],
    ['text that JSON must escape', '"\n\u0001'],
    ['characters of two units', '🦉'],
  ])('cuts answers of %s until the whole fits, each with a mark', (_, unit) => {
    const result = exampleResult({ full_debate: debate(3, unit.repeat(20_000)) });
    const short = shortenResult(result, 3, 30_000);
    expect(JSON.stringify(short).length).toBeLessThanOrEqual(30_000);
    expect(short.full_debate).toHaveLength(6);
    expect(short.full_debate_truncated).toBe(true);
    for (const { response } of short.full_debate) {
      expect(response).toMatch(/\[…cut here: \d+ more characters stand in the transcript\]$/);
      expect(Buffer.from(response).toString()).toBe(response);
    }
  });
});
