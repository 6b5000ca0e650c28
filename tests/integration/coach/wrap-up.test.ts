import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anthropicServer } from '../../support/anthropic-server.js';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { connectAgent } from '../../support/running-coach.js';
import { answerWrapUps, WRAP_UP_CALLS } from '../../support/wrapped-up-session.js';
import { createEmptyMachine } from '../cli-program.js';

const COUNTS = { knowledgeGaps: 2, kataSpecs: 1, dreyfusUpdates: 1, memoriesStored: 2 };
const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };

describe('paige_end_session', { timeout: 60_000 }, () => {
  it('9.5, SC-057: returns the counts after the wrap-up, which pages see step by step', async () => {
    const { server, start } = await coachedMachine();
    const coach = await start();
    const [agent, page] = [await connectAgent(coach), await openPage(coach)];
    await agent.call('paige_start_session', { goal: 'Cart loses items' });
    const heard: string[] = [];
    page.socket.on('message', (data: Buffer) => heard.push((JSON.parse(data.toString()) as { type: string }).type));
    const counts = { ...COUNTS, sessionStatus: 'completed' };
    expect(await agent.call('paige_end_session', { sessionTranscript: 'We read the cart.' })).toEqual(counts);
    const { payload } = await page.next('session:completed');
    expect(payload).toMatchObject({ ...COUNTS, details: { katas: [{ title: 'Counter', topic: 'Closures' }] } });
    expect(heard.filter((type) => type.startsWith('session:'))).toEqual(['session:ended', 'session:completed']);
    expect(server.callsOf('memory_summarisation')[0]?.userMessage).toContain('We read the cart.');
    expect(await agent.call('paige_end_session')).toEqual(counts);
    expect(server.calls).toHaveLength(WRAP_UP_CALLS.length);
    const later = await openPage(coach);
    later.send('connection:hello', HELLO);
    const { state } = (await later.next('connection:init')).payload;
    expect(state.lastSummary).toMatchObject({
      ended: { summary: { sessionId: payload.sessionId } },
      completed: payload,
    });
  });

  it('9.13, FR-128: answers NO_SESSION without a session', async () => {
    const { start } = await coachedMachine();
    const agent = await connectAgent(await start());
    const ending = agent.call('paige_end_session', { sessionTranscript: 'We read it.' });
    await expect(ending).rejects.toMatchObject({
      code: 'NO_SESSION',
      message: expect.stringContaining('No active session'),
    });
  });
});

describe('a coach that is ended during a wrap-up', { timeout: 60_000 }, () => {
  it('does not wait for the models, and the next one continues', async () => {
    const { server, start } = await coachedMachine();
    server.fail('dreyfus_assessment', 'hang', 1);
    const coach = await start();
    const page = await openPage(coach);
    page.send('session:start', { goal: 'Cart loses items' });
    page.send('phase:create', { title: 'Read the cart' });
    await page.settled();
    page.send('session:end', {});
    await page.next('session:ended');
    await expect.poll(() => server.calls.length).toBe(WRAP_UP_CALLS.length);
    expect(await coach.end('SIGTERM')).toBe(0);
    const again = await openPage(await start());
    again.send('connection:hello', HELLO);
    const { lastSummary } = (await again.next('connection:init')).payload.state;
    const completed = lastSummary?.completed ?? (await again.next('session:completed')).payload;
    expect(completed).toMatchObject(COUNTS);
    expect(server.callsOf('dreyfus_assessment')).toHaveLength(2);
  });
});

/** A machine with a key for Anthropic's API, which is another server on it. */
async function coachedMachine() {
  const machine = createEmptyMachine();
  writeFileSync(path.join(machine.project, 'cart.ts'), 'old\n');
  const server = await anthropicServer();
  answerWrapUps(server);
  const environment = { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: server.url };
  const start = async () => {
    const coach = await startCoach({ machine, environment });
    return { ...coach, key: await keyOf(coach.address) };
  };
  return { server, start };
}
