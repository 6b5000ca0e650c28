import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anthropicServer } from '../../support/anthropic-server.js';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { EXPLAINED, PHASE_REVIEWED } from '../../support/help-fixture.js';
import { keyOf } from '../../support/pages-fixture.js';
import { createEmptyMachine } from '../cli-program.js';

const CURSOR = { line: 1, column: 0 };

describe('help of a running coach', { timeout: 60_000 }, () => {
  it('SC-072, SC-074: explains code on all pages, reviews the phase, and refuses what no model may see', async () => {
    const { server, coach } = await coachedMachine();
    const [page, other] = [await openPage(coach), await openPage(coach)];
    page.send('user:explain', { path: 'cart.ts', selectedText: 'old' }, 'explain');
    expect(await page.next('explain:response')).toMatchObject({ id: 'explain', payload: { phaseConnection: null } });
    expect((await other.next('explain:response')).payload).toMatchObject({ path: 'cart.ts' });
    page.send('user:explain', { path: '.env', selectedText: 'TOKEN' });
    expect((await page.next('explain:error')).payload.error).toContain('not shown to models');

    page.send('session:start', { goal: 'Cart loses items' });
    page.send('phase:create', { title: 'Change the cart' });
    page.send('phase:update', { phase: 1, status: 'active' });
    page.send('buffer:update', { path: 'cart.ts', content: 'new\n', cursorPosition: CURSOR });
    page.send('user:explain', { path: 'cart.ts', selectedText: 'new' });
    expect((await page.next('explain:response')).payload.phaseConnection).toBe(EXPLAINED.phase_connection);
    page.send('user:review', {}, 'review');
    expect(await page.next('review:phase')).toMatchObject({ id: 'review', payload: { phaseNumber: 1, isReady: true } });
    expect(server.callsOf('phase_review')[0]?.userMessage).toContain('-old\\n+new');

    const later = await openPage(coach);
    later.send('connection:hello', { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } });
    const { state } = (await later.next('connection:init')).payload;
    expect(state.explanations).toMatchObject([{ path: 'cart.ts' }, { answer: { explanation: EXPLAINED.explanation } }]);
    expect(state.reviews).toMatchObject([{ phaseNumber: 1, isReady: true }]);
  });

  it('SC-081: finds no kata without a call', async () => {
    const { server, coach } = await coachedMachine();
    const page = await openPage(coach);
    page.send('user:review', { kataId: 'kata-1', userCode: '' });
    expect((await page.next('review:error')).payload).toEqual({ kataId: 'kata-1', error: 'Kata not found' });
    page.send('practice:load', { kataId: 'kata-1' });
    expect((await page.next('connection:error')).payload).toMatchObject({ code: 'NOT_FOUND' });
    expect(server.calls).toEqual([]);
  });

  it('answers the page while a model thinks, and does not wait for it at the end', async () => {
    const { server, coach } = await coachedMachine();
    server.fail('explain_this', 'hang');
    const page = await openPage(coach);
    page.send('user:explain', { path: 'cart.ts', selectedText: 'old' });
    page.send('file:open', { path: 'cart.ts' });
    expect((await page.next('fs:content')).payload.content).toBe('old\n');
    await expect.poll(() => server.calls.length).toBe(1);
    expect(await coach.end('SIGTERM')).toBe(0);
  });
});

/** A coach with a key for Anthropic's API, which is another server on this machine. */
async function coachedMachine() {
  const machine = createEmptyMachine();
  writeFileSync(path.join(machine.project, 'cart.ts'), 'old\n');
  writeFileSync(path.join(machine.project, '.env'), 'TOKEN=1\n');
  const server = await anthropicServer();
  server.answer('explain_this', EXPLAINED);
  server.answer('phase_review', PHASE_REVIEWED);
  const environment = { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: server.url };
  const coach = await startCoach({ machine, environment });
  return { server, coach: { ...coach, key: await keyOf(coach.address) } };
}
