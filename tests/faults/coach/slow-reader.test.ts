import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createOutbox, outgoing } from '../../../src/http/websocket/outbox.js';
import { openPage, serveCoach } from '../../support/coach-fixture.js';
import { reportCases } from '../../support/report-cases.js';

const MIB = 1_048_576;

describe('a page that does not read', { timeout: 60_000 }, () => {
  it('loses its connection, and the other pages get everything', async () => {
    const coach = await serveCoach();
    const [slow, quick] = [await openPage(coach), await openPage(coach)];
    slow.socket.pause();
    for (let message = 0; message < 400; message++) {
      coach.own?.broadcast('coaching:message', { message: `${message} ${'x'.repeat(256 * 1024)}`, type: 'info' });
      expect((await quick.next('coaching:message')).payload.message).toMatch(new RegExp(`^${message} `));
    }
    reportCases(400, 0);
    expect(coach.logged).toContain('page too slow (1 open)');
  });

  it('gets the latest state and not every state on the way to it', async () => {
    const coach = await serveCoach();
    const slow = await openPage(coach);
    slow.socket.pause();
    for (let change = 0; change < 200_000; change++) {
      coach.recorded.changeOnDisk({ action: 'change', path: `src/file-${change % 1_000}.ts` });
      if (change % 1_000 === 0) await nextTurn();
    }
    expect(coach.logged).toEqual(['page connected (1 open)']);
    slow.socket.resume();
    const received = await slow.settled();
    const paths = new Set(received.map(({ payload }) => (payload as { path: string }).path));
    expect(paths.size).toBe(1_000);
    expect(received.length).toBeLessThan(100_000);
  });
});

it('keeps the order of messages of which some replace others', () => {
  const sent: string[] = [];
  const callbacks: (() => void)[] = [];
  const outbox = createOutbox((data, done) => {
    sent.push((JSON.parse(data.toString()) as { payload: { path: string; action?: string } }).payload.path);
    callbacks.push(done);
  });
  const update = (path: string) =>
    outbox.add(outgoing({ type: 'fs:tree_update', payload: { action: 'change', path }, timestamp: 0 }));
  update('x'.repeat(2 * MIB));
  for (const path of ['a', 'b', 'c', 'a']) update(path);
  expect(sent).toHaveLength(1);
  callbacks.shift()?.();
  expect(sent.slice(1)).toEqual(['b', 'c', 'a']);
  for (const done of callbacks) done();
  expect(outbox.waiting()).toBe(0);
});
