import { expect, it } from 'vitest';
import { serveCoach } from '../../../support/coach-fixture.js';

it('keeps what the person wrote to an agent, and answers the hook with what the agent should know', async () => {
  const { answer, recorded } = await reportTo();
  const report = { hook: 'user-prompt-submit', agentSession: 'agent-1' };
  expect(await answer({ ...report, prompt: 'Why is the cart empty?' })).toEqual({ context: 'a session is active' });
  expect(await answer(report)).toEqual({ context: 'a session is active' });
  expect(recorded.called).toEqual([
    ['notePrompt', 'Why is the cart empty?'],
    ['describeForPrompt', 'agent-1'],
    ['describeForPrompt', 'agent-1'],
  ]);
});

it('refuses a prompt that is longer than hooks send', async () => {
  const { answer, recorded } = await reportTo();
  const prompt = 'x'.repeat(20_001);
  expect(await answer({ hook: 'user-prompt-submit', agentSession: 'agent-1', prompt })).toHaveProperty('error');
  expect(recorded.called).toEqual([]);
});

async function reportTo() {
  const { url, key, recorded } = await serveCoach();
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const answer = async (report: object): Promise<unknown> =>
    (await fetch(`${url}/api/hook`, { method: 'POST', headers, body: JSON.stringify(report) })).json();
  return { answer, recorded };
}
