import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliberationResult } from '../../src/council/index.js';
import { type ServeSession, startServeSession } from '../support/serve-session.js';
import { THOROUGH_CONFIG, THOROUGH_PANEL, writeNotes } from '../support/thorough-panel.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
const RECOMMENDATION = 'Move the queue to PostgreSQL, keep its jobs small, and measure the load again after a month.';
const ONE_TEST_MS = 120_000;
let session: ServeSession;

beforeAll(async () => {
  session = await startServeSession(THOROUGH_CONFIG);
  writeNotes(session.project);
});
afterAll(() => session.client.close());

async function deliberate(input: Record<string, unknown>) {
  const answer = await session.client.callTool({ name: 'deliberate', arguments: input }, undefined, {
    timeout: ONE_TEST_MS,
  });
  const [{ text = '' } = {}] = answer.content as { text?: string }[];
  return { text, result: answer.structuredContent as unknown as DeliberationResult & { next_step?: string } };
}

describe('the result of four participants in three rounds with five look-ups each', () => {
  it(
    'is under 8 KB, starts with the verdict and has its reasons with verified citations; the debate is shown on request',
    async () => {
      const { text, result } = await deliberate({ question: QUESTION, participants: THOROUGH_PANEL, rounds: 3 });
      expect(Buffer.byteLength(text)).toBeLessThan(8_000);
      expect(JSON.parse(text)).toEqual(result);
      expect(Object.keys(result)[0]).toBe('verdict');
      expect(result).toMatchObject({
        verdict: 'PostgreSQL: majority 3 : 1, 4 of 4 voted, confidence 0.80',
        status: 'complete',
        rounds_completed: 3,
        against: [{ participant: 'large@west', option: 'SQLite' }],
        summary: { final_recommendation: RECOMMENDATION },
        voting_result: { winning_option: 'PostgreSQL', final_tally: { PostgreSQL: 3, SQLite: 1 } },
        tool_executions: { total: 60 },
        full_debate: [],
        full_debate_truncated: true,
      });
      expect(result.because[0]?.reason).toContain('docs/load.md:2, verified');
      const votes = result.voting_result?.votes_by_round ?? [];
      expect(votes).toHaveLength(12);
      expect(Math.max(...votes.map(({ vote }) => vote.rationale.length))).toBe(160);
      expect(result.next_step).toContain(`record_outcome with decision_id "${result.decision_id}"`);

      const whole = await deliberate({ deliberation_id: result.deliberation_id, detail: 'debate' });
      expect(whole.result).toMatchObject({ verdict: result.verdict, deliberation_id: result.deliberation_id });
      expect(whole.result.full_debate).toHaveLength(12);
      expect(whole.result.tool_executions.records.length).toBeGreaterThan(0);
      expect(Buffer.byteLength(whole.text)).toBeGreaterThan(60_000);
      expect(Buffer.byteLength(whole.text)).toBeLessThanOrEqual(80_000);
    },
    ONE_TEST_MS,
  );

  it(
    'leads with a recommended answer to an open question, then the votes',
    async () => {
      const question = 'How should the public list endpoints of our service page through results?';
      const { text, result } = await deliberate({ question, participants: THOROUGH_PANEL, rounds: 3 });
      expect(Buffer.byteLength(text)).toBeLessThan(8_000);
      expect(result.verdict).toMatch(
        /^Recommended: Page by key with an opaque cursor, and keep offsets for the admin pages only; the votes: A tie: .* have 1 each, 4 of 4 voted$/,
      );
      expect(result.summary).toMatchObject({
        written_by: 'large@north',
        key_agreements: { length: 4 },
        key_disagreements: { length: 1 },
        unique_points: [expect.stringMatching(/^Only large@\w+ asks what a restore costs\.$/)],
      });
    },
    ONE_TEST_MS,
  );
});
