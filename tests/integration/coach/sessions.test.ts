import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerState } from '../../../src/http/server-state.js';
import { processState } from '../../../src/kernel/process-identity.js';
import { openPage, type PageSocket } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { createEmptyMachine, type EmptyMachine } from '../cli-program.js';

describe('a session of the coach', { timeout: 60_000 }, () => {
  it('is in the state file, with its phase and whether it is paused, for hooks to read', async () => {
    const { machine, page } = await coached();
    expect(readState(machine).session).toBeUndefined();
    page.send('session:start', { issueNumber: 7, goal: 'Cart loses items' });
    const { sessionId } = (await page.next('session:started')).payload;
    expect(readState(machine).session).toEqual({ id: sessionId, isPaused: false, phase: null });
    page.send('phase:create', { title: 'Read the cart' });
    page.send('phase:update', { phase: 1, status: 'active' });
    await page.settled();
    expect(readState(machine).session).toMatchObject({ phase: 'Read the cart' });
    page.send('session:pause', { isPaused: true });
    await page.settled();
    expect(readState(machine).session).toMatchObject({ isPaused: true });
    page.send('session:end', {});
    await page.next('session:ended');
    expect(readState(machine).session).toBeUndefined();
  });

  it('is shown to a second tab and after a reload with everything that was said', async () => {
    const { coach, key, page } = await coached();
    page.send('session:start', { goal: 'Cart loses items' }, 'start');
    expect(await page.next('session:started')).toMatchObject({ id: 'start' });
    page.send('phase:create', { title: 'Read the cart' });
    page.send('hints:level_change', { level: 'line', previousLevel: 'file' });
    await page.settled();
    const { state, sessionId } = await hello({ url: coach.url, key });
    expect(state.session).toMatchObject({
      sessionId,
      hintLevel: 'line',
      isPaused: false,
      issueContext: { title: 'Cart loses items' },
      phases: [{ title: 'Read the cart', status: 'pending' }],
    });
    expect(state.status).toMatchObject({ writes: 'not_protected', agents: 0 });
    expect(state.unfinished).toEqual([]);
  });

  it('refuses a second one on another tab with a conflict that names the first', async () => {
    const { coach, key, page } = await coached();
    page.send('session:start', { goal: 'Cart loses items' });
    await page.next('session:started');
    const other = await openPage({ url: coach.url, key });
    other.send('session:start', { goal: 'Something else' }, 'second');
    expect(await other.next('connection:error')).toMatchObject({
      id: 'second',
      payload: { code: 'CONFLICT', message: expect.stringContaining('Cart loses items') },
    });
  });

  it('tells every page whether writes are held', async () => {
    const { page } = await coached();
    page.send('session:start', { goal: 'one' });
    expect((await page.next('coach:status')).payload.writes).toBe('not_protected');
    page.send('session:pause', { isPaused: true });
    expect(await nextWrites(page)).toBe('paused');
  });

  it('is left to a dead process by kill -9, and offered by the next coach', async () => {
    const { machine, coach, page } = await coached();
    page.send('session:start', { goal: 'Cart loses items' });
    const { sessionId } = (await page.next('session:started')).payload;
    await coach.end('SIGKILL');
    const left = readState(machine);
    expect(left.session?.id).toBe(sessionId);
    expect(left.server && processState(left.server.process)).toBe('gone');
    const next = await startCoach({ machine });
    expect(readState(machine).session).toBeUndefined();
    const key = await keyOf(next.address);
    const { state } = await hello({ url: next.url, key });
    expect(state).toMatchObject({ session: null, unfinished: [{ id: sessionId, issueTitle: 'Cart loses items' }] });
    const again = await openPage({ url: next.url, key });
    again.send('session:resume', { sessionId });
    expect((await again.next('session:resumed')).payload.restoredState.sessionId).toBe(sessionId);
    expect(readState(machine).session?.id).toBe(sessionId);
  });
});

describe('witan coach pause, resume and end', { timeout: 60_000 }, () => {
  it('change the session from the terminal, also in a subfolder of the project', async () => {
    const { machine, page } = await coached();
    page.send('session:start', { goal: 'Cart loses items' });
    await page.next('coach:status');
    const cwd = path.join(machine.project, 'src');
    mkdirSync(cwd);
    const paused = await machine.witan(['coach', 'pause'], { cwd });
    expect(paused).toMatchObject({ exitCode: 0, stderr: '' });
    expect(paused.stdout).toContain('Cart loses items');
    expect(paused.stdout).toContain('Claude Code may write until `witan coach resume`');
    expect(readState(machine).session?.isPaused).toBe(true);
    expect(await nextWrites(page)).toBe('paused');
    expect((await machine.witan(['coach', 'resume', machine.project])).exitCode).toBe(0);
    expect(readState(machine).session?.isPaused).toBe(false);
    const ended = await machine.witan(['coach', 'end', '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      action: 'end',
      title: 'Cart loses items',
      projectFolder: machine.project,
      phasesCompleted: 0,
    });
    await page.next('session:ended');
    expect(readState(machine).session).toBeUndefined();
    const again = await machine.witan(['coach', 'pause']);
    expect(again).toMatchObject({ exitCode: 1, stderr: 'witan: no session is active\n' });
  });

  it('resume a session that an earlier run left unfinished', async () => {
    const { machine, coach, page } = await coached();
    page.send('session:start', { goal: 'one' });
    await page.next('session:started');
    await coach.end('SIGTERM');
    await startCoach({ machine });
    expect((await machine.witan(['coach', 'pause'])).stderr).toContain('no session is active: agents may write');
    expect((await machine.witan(['coach', 'resume'])).stdout).toContain('the writes of Claude Code are held');
    expect(readState(machine).session).toMatchObject({ isPaused: false });
  });

  it('say that no coach runs, also after kill -9', async () => {
    const machine = createEmptyMachine();
    const expected = {
      exitCode: 1,
      stderr: `witan: no coach runs for ${machine.project}; \`witan coach\` starts one\n`,
    };
    expect(await machine.witan(['coach', 'pause'])).toMatchObject(expected);
    const coach = await startCoach({ machine });
    await coach.end('SIGKILL');
    expect(await machine.witan(['coach', 'end'])).toMatchObject(expected);
  });

  it('are refused without the key, and for an action that does not exist', async () => {
    const { coach, key } = await coached();
    const ask = (body: object, headers = {}) =>
      fetch(`${coach.url}/api/session`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    expect((await ask({ action: 'end' })).status).toBe(401);
    expect((await ask({ action: 'delete' }, { Authorization: `Bearer ${key}` })).status).toBe(400);
    expect((await ask({ action: 'end' }, { Authorization: `Bearer ${key}` })).status).toBe(409);
  });
});

async function coached() {
  const machine = createEmptyMachine();
  writeFileSync(path.join(machine.project, 'cart.ts'), 'old\n');
  const coach = await startCoach({ machine });
  const key = await keyOf(coach.address);
  return { machine, coach, key, page: await openPage({ url: coach.url, key }) };
}

/** The name of the model comes with a status of its own, which changes nothing about writes. */
async function nextWrites(page: PageSocket): Promise<string> {
  const { payload } = await page.next('coach:status');
  return payload.writes === 'not_protected' ? nextWrites(page) : payload.writes;
}

async function hello(coach: { readonly url: string; readonly key: string }) {
  const page: PageSocket = await openPage(coach);
  page.send('connection:hello', { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } });
  return (await page.next('connection:init')).payload;
}

function readState({ home }: Pick<EmptyMachine, 'home'>): ServerState {
  const folder = path.join(home, '.local/state/witan');
  const [file = ''] = readdirSync(folder).filter((name) => /^coach-[\da-f]+\.json$/.test(name));
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ServerState;
}
