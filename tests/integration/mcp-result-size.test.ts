import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServeSession, startServeSession } from '../support/serve-session.js';
import { THOROUGH_CONFIG, THOROUGH_PANEL, writeNotes } from '../support/thorough-panel.js';

const QUESTION = 'Should our job queue use PostgreSQL or SQLite?';
let session: ServeSession;

beforeAll(async () => {
  session = await startServeSession(THOROUGH_CONFIG);
  writeNotes(session.project);
});
afterAll(() => session.client.close());

async function deliberate(input: Record<string, unknown> = {}) {
  const answer = await session.client.callTool(
    { name: 'deliberate', arguments: { question: QUESTION, participants: THOROUGH_PANEL, rounds: 3, ...input } },
    undefined,
    { timeout: 120_000 },
  );
  const [{ text = '' } = {}] = answer.content as { text?: string }[];
  return { text, result: answer.structuredContent as Record<string, any> };
}
void writeFileSync;
describe('size', () => {
  it('measures', async () => {
    const { text, result } = await deliberate();
    console.log(Buffer.byteLength(text), Buffer.byteLength(JSON.stringify(result)));
    for (const [k, v] of Object.entries(result)) console.log(k, Buffer.byteLength(JSON.stringify(v) ?? ''));
    console.log(
      result.tool_executions.by_round,
      result.integrity,
      result.counterfactual,
      result.summary,
      result.voting_result.final_tally,
    );
  }, 120_000);
});
